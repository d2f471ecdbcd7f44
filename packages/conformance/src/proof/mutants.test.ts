import { expect, test } from "vitest";
import { drawMutants, listMutants, type Mutant } from "./mutant.js";
import { mutantProofs } from "./mutant-proofs.js";
import { judgeMutant, mutantPrograms } from "./report-mutants.js";
import { makeWorld } from "./world.js";

const programs = mutantPrograms.map(
  (program) => [`${program.world.generation} in ${program.language}`, program] as const,
);

test.each(programs)(
  "the connector that is mutated has no finding without a fault: %s",
  async (_name, program) => {
    const { failed, warned } = await judgeMutant(program, {}, []);
    expect([...failed, ...warned]).toEqual([]);
  },
);

test.each([...mutantProofs])(
  "%s is not met by a connector with a fault",
  async (id, [generation, mutant]) => {
    const program = mutantPrograms.find(({ world }) => world.generation === generation);
    if (program === undefined) throw new Error(`No program serves ${generation}`);
    const { failed } = await judgeMutant(program, mutant, []);
    expect(failed).toContain(id);
  },
);

test("drawMutants() draws the same faults with the same seed, and every fault if asked for enough", () => {
  const all: readonly Mutant[] = listMutants(makeWorld("v2"));
  expect(drawMutants(all, 20, 7)).toEqual(drawMutants(all, 20, 7));
  expect(drawMutants(all, 20, 7)).not.toEqual(drawMutants(all, 20, 8));
  expect(new Set(drawMutants(all, all.length + 1, 1)).size).toBe(all.length);
});
