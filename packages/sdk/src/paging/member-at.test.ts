import { describe, expect, it } from "vitest";
import { memberAt } from "./member-at.js";

describe("memberAt()", () => {
  const value = { a: { b: [{ c: 1 }], empty: "", none: null }, "": { "": 2 } };

  it.each<[string, unknown]>([
    ["", value],
    ["a.b", [{ c: 1 }]],
    ["a.b.0.c", 1],
    ["a.b.length", 1],
    ["a.none", null],
    ["a.empty", ""],
    [".", 2],
    ["a.c", undefined],
    ["a.none.c", undefined],
    ["a.empty.length", undefined],
    ["a.b.1.c", undefined],
    ["toString", undefined],
    ["a.constructor", undefined],
    ["a.__proto__", undefined],
  ])("finds own members only: %j", (path, found) => {
    expect(memberAt(value, path)).toEqual(found);
  });

  it.each<[string, unknown]>([
    ["@odata.nextLink", 1],
    ["d.@odata.nextLink", 2],
    ["page.next", 3],
    ["page.next.deep", undefined],
    ["page.size", 4],
    ["a.b.c", 5],
    ["a.b.d", 6],
    ["/@odata.nextLink", 1],
    ["/d/@odata.nextLink", 2],
    ["/page/size", 4],
    ["/page/next", undefined],
    ["/a~1b/m~0n", 7],
    ["/list/1", "y"],
    ["/list/2", undefined],
    ["/whole", 8],
    ["/", 9],
    ["/d/", undefined],
  ])("finds names with dots, and reads a JSON Pointer: %j", (path, found) => {
    const body = {
      "@odata.nextLink": 1,
      d: { "@odata.nextLink": 2 },
      "page.next": 3,
      page: { size: 4 },
      "a.b": { c: 5 },
      a: { b: { c: "hidden by the longer name", d: 6 } },
      "a/b": { "m~n": 7 },
      list: ["x", "y"],
      "/whole": 8,
      "": 9,
    };
    expect(memberAt(body, path)).toEqual(found);
  });

  it.each([[undefined], [null], ["text"], [7]])("finds nothing in %j, which has no members", (nothing) => {
    expect(memberAt(nothing, "a")).toBeUndefined();
    expect(memberAt(nothing, "")).toBe(nothing);
  });
});
