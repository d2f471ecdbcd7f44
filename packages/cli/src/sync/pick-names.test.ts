import { describe, expect, test } from "vitest";
import { pickNames } from "./pick-names.js";

const pick = (ids: readonly string[], known: readonly (readonly [string, string])[] = [], maxBytes = 63) =>
  Object.fromEntries(pickNames(ids, { known: new Map(known), maxBytes }));

describe("pickNames()", () => {
  test("keeps ids where it can", () => {
    expect(pick(["id", "größe", "a b", 'x"y'])).toEqual({
      id: "id",
      größe: "größe",
      "a b": "a b",
      'x"y': 'x"y',
    });
  });

  test("numbers names that differ by the case of letters, and keeps earlier ones", () => {
    expect(pick(["name", "Name", "NAME"])).toEqual({ name: "name", Name: "Name_2", NAME: "NAME_3" });
    expect(pick(["a", "A"], [["A", "A"]])).toEqual({ A: "A", a: "a_2" });
    expect(pick(["a_2", "A", "a"])).toEqual({ a_2: "a_2", A: "A", a: "a_3" });
  });

  test("leaves the names of the state and of databases to them", () => {
    expect(pick(["wellhead_state", "ctid", ""])).toEqual({
      wellhead_state: "_wellhead_state",
      ctid: "ctid_2",
      "": "unnamed",
    });
  });

  test("cuts long names between characters, and keeps them distinct", () => {
    const long = "ä".repeat(40);
    const names = Object.values(pick([`${long}1`, `${long}2`]));
    expect(names).toEqual(["ä".repeat(31), `${"ä".repeat(30)}_2`]);
  });
});

test("pickNames() avoids the prefixes of the state and of SQLite", () => {
  const ids = ["wellhead_state", "sqlite_x", "SQLite_y"];
  const names = pickNames(ids, { known: new Map(), maxBytes: 63 });
  expect([...names.values()]).toEqual(["_wellhead_state", "_sqlite_x", "_SQLite_y"]);
});
