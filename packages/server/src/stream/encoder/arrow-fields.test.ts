import type { ArrowType } from "@wellhead/contract/vocabulary";
import type { Column } from "@wellhead/sdk";
import { describe, expect, test } from "vitest";
import { arrowField } from "./arrow-fields.js";

const day: ArrowType = { kind: "date" };

describe("arrowField()", () => {
  test("has the type that the source knows, whatever is declared", () => {
    const field = arrowField({ name: "c", declared: { column: "text" }, type: day, values: ["x"] });
    expect(field).toStrictEqual({ name: "c", type: day, metadata: { "wellhead.type": "text" } });
  });

  test("says what is declared of a column, and nothing that is not", () => {
    const declared: Column = { column: "bool", title: "T", description: "D" };
    expect(arrowField({ name: "c", declared, values: [] }).metadata).toEqual({
      "wellhead.type": "bool",
      "wellhead.title": "T",
      "wellhead.description": "D",
    });
    // Strictly, because members without a value are not the same as none.
    expect(arrowField({ name: "c", declared: undefined })).toStrictEqual(
      arrowField({ name: "c", declared: undefined, values: [null] }),
    );
    expect(arrowField({ name: "c", declared: undefined }).metadata).toStrictEqual({});
  });

  test.each<[readonly unknown[], ArrowType | undefined, object]>([
    [[null, 2n ** 70n], undefined, { "wellhead.type": "number" }],
    [[null, 1], { kind: "text" }, { "wellhead.type": "number" }],
    [["a"], undefined, {}],
    [[1], undefined, {}],
  ])("says that %o are numbers where their type is text", (values, type, metadata) => {
    expect(arrowField({ name: "c", declared: undefined, type, values }).metadata).toEqual(metadata);
  });
});
