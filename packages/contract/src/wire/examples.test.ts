import type { TSchema } from "typebox";
import { describe, expect, it } from "vitest";
import * as contract from "../index.js";

interface Illustrated {
  readonly title: string;
  readonly examples: readonly unknown[];
  readonly antiExamples?: readonly { readonly value: unknown; readonly reason: string }[];
}

const schemas = Object.entries(contract).filter(
  (entry): entry is [string, TSchema & Illustrated] =>
    typeof entry[1] === "object" && "title" in entry[1] && "examples" in entry[1],
);

describe("schemas of the contract", () => {
  it("are all illustrated: every exported schema has a title and examples", () => {
    const shapes = Object.entries(contract).filter(
      ([, value]) =>
        typeof value === "object" && ("type" in value || "anyOf" in value) && !("examples" in value),
    );
    expect(shapes.map(([name]) => name)).toEqual([]);
    expect(schemas.length).toBeGreaterThanOrEqual(24);
  });

  for (const [name, schema] of schemas) {
    it(`${name} accepts its examples`, () => {
      for (const example of schema.examples)
        expect(contract.check(schema, example)).toMatchObject({ ok: true });
    });

    it(`${name} refuses its anti-examples`, () => {
      for (const { value, reason } of schema.antiExamples ?? []) {
        expect(contract.check(schema, value), reason).toMatchObject({ ok: false });
        expect(reason.length).toBeGreaterThan(10);
      }
    });
  }
});
