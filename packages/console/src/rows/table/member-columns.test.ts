import { expect, test } from "vitest";
import { cellOf, memberColumns } from "./member-columns.js";

const nested = { name: "place", kind: "nested", type: "JSON" } as const;
const cells = [
  '{"city":"Łódź","at":{"lat":51.75,"id":9007199254740993},"open":true}',
  null,
  '{"city":7,"tags":[1]}',
  "[1]",
];

test("`memberColumns()` has a column for every member, with the kind that its values share", () => {
  expect(memberColumns(nested, cells).map(({ declared, kind }) => [declared?.name, kind])).toEqual([
    ["place.city", "text"],
    ["place.at", "nested"],
    ["place.open", "boolean"],
    ["place.tags", "nested"],
  ]);
  expect(memberColumns(nested, ["[1]", null])).toEqual([]);
});

test("`cellOf()` returns the member of a row with every digit, and a member of a member", () => {
  const row = { number: 0, cells: new Map([["place", cells[0] ?? null]]) };
  const [city, at, open, tags] = memberColumns(nested, cells);
  const [, id] = at === undefined ? [] : memberColumns(at, [cellOf(row, at) ?? null]);
  const all = [city, at, open, tags, id].map((column) => column && cellOf(row, column));
  expect(all).toEqual(["Łódź", '{"lat":51.75,"id":9007199254740993}', "true", null, "9007199254740993"]);
  expect(city && cellOf(undefined, city)).toBeUndefined();
});
