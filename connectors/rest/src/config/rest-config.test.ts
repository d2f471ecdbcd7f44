import { describe, expect, it } from "vitest";
import { readRestConfig } from "./rest-config.js";

const source = { name: "Things", path: "things" };
const good = { id: "a", name: "A", baseUrl: "https://api.example", sources: { things: source } };

function withSource(changes: object): object {
  return { ...good, sources: { things: { ...source, ...changes } } };
}

describe("readRestConfig()", () => {
  it("takes the smallest configuration", () => {
    expect(readRestConfig(good)).toEqual(good);
  });

  it.each<[unknown, string]>([
    [null, "expected an object, got null"],
    [{ ...good, baseUrl: "ftp://x" }, "baseUrl: expected an address"],
    [{ ...good, id: undefined }, "id: expected a value, got nothing"],
    [{ ...good, souces: {} }, "souces: expected one of id, name, "],
    [{ ...good, sources: {} }, "sources: expected at least one, got none"],
    [{ ...good, account: { kind: "bearr" } }, "account.kind: expected one of none, bearer, "],
    [{ ...good, account: { kind: "header" } }, "account.header: expected a value, got nothing"],
    [{ ...good, paging: { kind: "cursorInBody" } }, "paging.cursor: expected a value, got nothing"],
    [{ ...good, paging: { kind: "offset", size: 5 } }, "paging.size: expected an object, got 5"],
    [
      withSource({ path: "a/{b}" }),
      "sources.things.path: expected one of the filter's fields (there is none), got {b}",
    ],
    [
      withSource({ query: { q: "{b.min}" } }),
      "sources.things.query.q: expected one of the filter's fields (there is none), got {b.min}",
    ],
    [withSource({ filter: { b: { type: "lst" } } }), "sources.things.filter.b.type: expected one of text, "],
    [withSource({ filter: { b: { type: "list" } } }), "sources.things.filter.b: a list needs choices"],
    [
      withSource({ filter: { b: { type: "text", choices: [1] } } }),
      "sources.things.filter.b: only a list can have choices",
    ],
    [withSource({ fields: { id: "uuid" } }), "sources.things.fields.id: expected one of id, text, "],
    [withSource({ format: "csv", items: "x" }), "sources.things: expected no items with format csv"],
  ])("names the fault in %j", (config, fault) => {
    expect(() => readRestConfig(config)).toThrow(fault);
  });
});
