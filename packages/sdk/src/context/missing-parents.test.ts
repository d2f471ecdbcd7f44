import { describe, expect, it } from "vitest";
import { upstreamMissing, upstreamUnavailable } from "../errors/connector-error.js";
import { MissingParents } from "./missing-parents.js";

async function* fails(error: Error): AsyncGenerator<readonly string[]> {
  yield ["first"];
  throw error;
}

async function* works(): AsyncGenerator<readonly string[]> {
  yield ["child"];
}

function openParents() {
  const warnings: unknown[] = [];
  const log = { info: () => undefined, warn: (...line: unknown[]) => void warnings.push(line) };
  return { parents: new MissingParents(log, "tasks"), warnings };
}

async function all(batches: AsyncIterable<readonly string[]>): Promise<readonly string[]> {
  const items: string[] = [];
  for await (const batch of batches) items.push(...batch);
  return items;
}

describe("MissingParents", () => {
  it("skips a parent that is missing, and warns once with their number", async () => {
    const { parents, warnings } = openParents();
    expect(await all(parents.read(works()))).toEqual(["child"]);
    expect(await all(parents.read(fails(upstreamMissing("gone"))))).toEqual(["first"]);
    expect(await all(parents.read(fails(upstreamMissing("gone"))))).toEqual(["first"]);
    parents.end();
    expect(warnings).toEqual([["Skipped tasks that disappeared while they were read", { count: 2 }]]);
  });

  it("passes other errors on", async () => {
    const { parents } = openParents();
    await expect(all(parents.read(fails(upstreamUnavailable("down"))))).rejects.toThrow("down");
  });

  it("throws at the end when all of several are missing, which is not an empty list", async () => {
    const { parents } = openParents();
    await all(parents.read(fails(upstreamMissing("gone"))));
    parents.end();
    await all(parents.read(fails(upstreamMissing("gone"))));
    expect(() => parents.end()).toThrow("gone");
  });

  it("is silent when none is missing", async () => {
    const { parents, warnings } = openParents();
    await all(parents.read(works()));
    parents.end();
    expect(warnings).toEqual([]);
  });
});
