import type { ArrowType } from "@wellhead/contract/vocabulary";
import type { Column } from "@wellhead/sdk";
import { describe, expect, test } from "vitest";
import { arrowField } from "./arrow-fields.js";

const day: ArrowType = { kind: "date" };

describe("arrowField()", () => {
  test("has the type that the source knows, whatever is declared", () => {
    const field = arrowField({ name: "c", declared: { column: "text" }, type: day, values: ["x"] });
    expect(field).toEqual({ name: "c", type: day, metadata: { "wellhead.type": "text" } });
  });

  test("says what is declared of a column, and nothing that is not", () => {
    const declared: Column = { column: "bool", title: "T", description: "D" };
    expect(arrowField({ name: "c", declared, values: [] }).metadata).toEqual({
      "wellhead.type": "bool",
      "wellhead.title": "T",
      "wellhead.description": "D",
    });
    expect(arrowField({ name: "c", declared: undefined, values: [] }).metadata).toEqual({});
  });

  test.each([
    [[2n ** 70n], { "wellhead.type": "number" }],
    [["a"], {}],
    [[1], {}],
  ])("says that %o are numbers where their type is text", (values, metadata) => {
    expect(arrowField({ name: "c", declared: undefined, type: undefined, values }).metadata).toEqual(
      metadata,
    );
  });
});
