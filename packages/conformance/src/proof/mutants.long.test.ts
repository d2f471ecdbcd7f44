import { afterAll, beforeAll, expect, test } from "vitest";
import { drawMutants, listMutants, type Mutant } from "./mutant.js";
import { MutantConnector, mutantPrograms } from "./mutant-connector.js";
import { mutantProofs } from "./mutant-proofs.js";
import { judgeMutant } from "./report-mutants.js";
import { makeWorld } from "./world.js";

let connectors: readonly MutantConnector[];

beforeAll(() => {
  connectors = mutantPrograms.map((program) => new MutantConnector(program));
});

afterAll(() => {
  for (const connector of connectors) connector.close();
});

function connectorOf(index: number): MutantConnector {
  const connector = connectors[index];
  if (connector === undefined) throw new Error(`There is no program ${index}`);
  return connector;
}

const programs = mutantPrograms.map(
  ({ world, language }, index) => [`${world.generation} in ${language}`, index] as const,
);

test.each(programs)(
  "the connector that is mutated has no finding without a fault: %s",
  async (_name, index) => {
    const { failed, warned } = await judgeMutant(connectorOf(index), {});
    expect([...failed, ...warned]).toEqual([]);
  },
);

test.each([...mutantProofs])(
  "%s is not met by a connector with a fault",
  async (id, [generation, mutant]) => {
    const index = mutantPrograms.findIndex(({ world }) => world.generation === generation);
    const { failed, warned } = await judgeMutant(connectorOf(index), mutant);
    expect([...failed, ...warned]).toContain(id);
  },
);

test("a day of which only midnight counts is not met", async () => {
  const mutant = { effect: "day-cut", condition: "day", field: "created" };
  const { failed } = await judgeMutant(connectorOf(0), mutant);
  expect(failed).toContain("dates.day-used");
});

test.each([
  ["v2", "data.values", "always"],
  ["v3", "sync-values.number", "page"],
] as const)(
  "a column of numbers with a text among them is not met by %s: %s",
  async (generation, id, condition) => {
    const index = mutantPrograms.findIndex(({ world }) => world.generation === generation);
    const mutant = { effect: "cell-text", condition, position: 1, column: "amount", at: 0.5 };
    const { failed } = await judgeMutant(connectorOf(index), mutant);
    expect(failed).toContain(id);
  },
);

test("drawMutants() draws the same faults with the same seed, and every fault if asked for enough", () => {
  const all: readonly Mutant[] = listMutants(makeWorld("v2"));
  expect(drawMutants(all, 20, 7)).toEqual(drawMutants(all, 20, 7));
  expect(drawMutants(all, 20, 7)).not.toEqual(drawMutants(all, 20, 8));
  expect(new Set(drawMutants(all, all.length + 1, 1)).size).toBe(all.length);
});
