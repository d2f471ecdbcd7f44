import { expect, test } from "vitest";
import { isExact, readEntitySchema } from "./entity-schema.js";

/** Reads a schema of one type. */
function fieldsOf(fields: Readonly<Record<string, unknown>>) {
  return readEntitySchema({ type: fields }).types.get("type") ?? [];
}

test.each([undefined, null, "text", 1, [{}]])("readEntitySchema() refuses %j", (answer) => {
  expect(() => readEntitySchema(answer)).toThrow("expected an object of types");
});

test("readEntitySchema() keeps the response and leaves out what are no types or fields", () => {
  const answer = { a: { id: { name: "Id" }, "": {}, wrong: 1 }, b: null, c: "text", d: [] };
  const { types, raw } = readEntitySchema(answer);
  expect(raw).toBe(answer);
  expect([...types].map(([type, fields]) => [type, fields.map(({ id }) => id)])).toEqual([["a", ["id"]]]);
});

test("readEntitySchema() has the key first, and the others by their order", () => {
  const fields = {
    b: { order: 2 },
    last: {},
    a: { order: 1 },
    id: { name: "Key", order: 9 },
    odd: { order: "0" },
  };
  expect(fieldsOf(fields).map(({ id }) => id)).toEqual(["id", "a", "b", "last", "odd"]);
  expect(fieldsOf({ a: {} })[0]).toMatchObject({ id: "id", name: "id", type: "id" });
  expect(fieldsOf(fields)[0]?.name).toBe("Key");
});

test("readEntitySchema() reads every member of a field, in both spellings", () => {
  const relation = {
    cardinality: "one-to-one",
    name: "A",
    targetName: "B",
    targetType: "t",
    targetFieldId: "k",
  };
  const [, ...fields] = fieldsOf({
    whole: {
      name: "Whole",
      type: "number",
      subType: "unit",
      description: "D",
      ignore: true,
      options: [{ name: "x" }, { title: "y" }, 1],
      relation,
      order: 1,
    },
    bare: { title: "Bare", ignore: "true", relation: "no", order: 2 },
    native: { relation: { kind: "native" }, order: 3 },
    own: { relation: { targetType: "fibery/user" }, order: 4 },
    other: { relation: { targetType: "x/fibery/user" }, order: 5 },
  });
  expect(fields[0]).toEqual({
    id: "whole",
    name: "Whole",
    type: "number",
    subType: "unit",
    description: "D",
    isIgnored: true,
    options: ["x", "y"],
    relation: { ...relation, isNative: false },
    column: undefined,
  });
  expect(fields[1]).toMatchObject({
    name: "Bare",
    type: "text",
    isIgnored: false,
    options: [],
    relation: undefined,
  });
  expect(fields.slice(2).map((field) => field.relation)).toEqual([
    {
      cardinality: "many-to-one",
      name: "",
      targetName: "",
      targetType: "",
      targetFieldId: "id",
      isNative: true,
    },
    expect.objectContaining({ targetType: "fibery/user", isNative: true }),
    expect.objectContaining({ targetType: "x/fibery/user", isNative: false }),
  ]);
});

test("fields are the columns of a source if each is a column and one is of the key", () => {
  const column = (key?: number) => ({
    column: { type: "text", storedAs: "json", ...(key !== undefined && { key }) },
  });
  const exact = fieldsOf({ b: { ...column(0), order: 1 }, a: { ...column(), order: 0 } });
  expect(exact.map(({ id, column: one }) => [id, one])).toEqual([
    ["a", { type: "text", key: undefined, storedAs: "json" }],
    ["b", { type: "text", key: 0, storedAs: "json" }],
  ]);
  expect([exact, fieldsOf({ a: column() }), fieldsOf({ a: column(0), b: {} })].map(isExact)).toEqual([
    true,
    false,
    false,
  ]);
  expect(fieldsOf({ a: column() })[0]?.id).toBe("id");
  expect(fieldsOf({ a: { column: { key: "0" } } })[1]?.column).toEqual({ type: "", storedAs: "" });
});
