import * as fastCheck from "fast-check";
import { describe, expect, test } from "vitest";
import { rowMembers } from "./row-members.js";

describe("rowMembers()", () => {
  test("keeps numbers digit by digit and nested values as they are", () => {
    const row = '{ "a" : 1.10 , "b":12345678901234567890,"c" : [1, {"d":"}"}],"e":"x\\"," , "f\\u0041":null}';
    expect([...rowMembers(row)]).toEqual([
      ["a", "1.10"],
      ["b", "12345678901234567890"],
      ["c", '[1, {"d":"}"}]'],
      ["e", '"x\\","'],
      ["fA", "null"],
    ]);
  });

  test("takes the last of members with one name", () => {
    expect([...rowMembers('{"a":1,"a":2}')]).toEqual([["a", "2"]]);
  });

  test("has the members that JSON.parse has, for any object", () => {
    const objects = fastCheck.dictionary(fastCheck.string({ unit: "grapheme" }), fastCheck.jsonValue());
    fastCheck.assert(
      fastCheck.property(objects, fastCheck.constantFrom(undefined, 2, "\t"), (object, space) => {
        const row = JSON.stringify(object, undefined, space);
        const read = Array.from(rowMembers(row), ([name, value]) => [name, JSON.parse(value) as unknown]);
        const parsed: unknown = JSON.parse(row);
        expect(Object.fromEntries(read)).toEqual(parsed);
      }),
    );
  });
});
