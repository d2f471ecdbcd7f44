import type { TSchema } from "typebox";
import { describe, expect, it } from "vitest";
import * as contract from "../index.js";
import * as synchronizer from "../synchronizer/index.js";

interface Illustrated {
  readonly title: string;
  readonly examples: readonly unknown[];
  readonly antiExamples?: readonly { readonly value: unknown; readonly reason: string }[];
}

const exported: readonly (readonly [string, unknown])[] = Object.entries({ ...contract, ...synchronizer });
const schemas = exported.filter((entry): entry is readonly [string, TSchema & Illustrated] =>
  isIllustrated(entry[1]),
);

function isIllustrated(value: unknown): value is TSchema & Illustrated {
  return typeof value === "object" && value !== null && "title" in value && "examples" in value;
}

describe("schemas of the contract", () => {
  it("are all illustrated: every exported schema has a title and examples", () => {
    const shapes = exported.filter(
      ([, value]) => typeof value === "object" && value !== null && "~kind" in value && !isIllustrated(value),
    );
    expect(shapes.map(([name]) => name)).toEqual([]);
    expect(schemas.length).toBeGreaterThanOrEqual(45);
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
