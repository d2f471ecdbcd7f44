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
    [null, "found null, wanted an object"],
    [{ ...good, baseUrl: "ftp://x" }, 'baseUrl: found "ftp://x", wanted an address'],
    [{ ...good, id: undefined }, "id: found nothing"],
    [{ ...good, souces: {} }, "souces: found an unknown member, wanted one of id, name"],
    [{ ...good, sources: {} }, "sources: found none"],
    [{ ...good, account: { kind: "bearr" } }, 'account.kind: found "bearr", wanted one of none, bearer'],
    [{ ...good, account: { kind: "header" } }, "account.header: found nothing"],
    [{ ...good, paging: { kind: "cursorInBody" } }, "paging.cursor: found nothing"],
    [{ ...good, paging: { kind: "offset", size: 5 } }, "paging.size: found 5, wanted an object"],
    [withSource({ path: "a/{b}" }), "sources.things.path: found {b}, wanted one of the filter's fields"],
    [withSource({ query: { q: "{b.min}" } }), "sources.things.query.q: found {b}"],
    [
      withSource({ filter: { b: { type: "lst" } } }),
      'sources.things.filter.b.type: found "lst", wanted one of text',
    ],
    [
      withSource({ filter: { b: { type: "list" } } }),
      "sources.things.filter.b: found a list without choices",
    ],
    [withSource({ filter: { b: { type: "text", choices: [1] } } }), "sources.things.filter.b: found choices"],
    [
      withSource({ fields: { id: "uuid" } }),
      'sources.things.fields.id: found "uuid", wanted one of id, text',
    ],
    [
      withSource({ format: "csv", items: "x" }),
      "sources.things: expected no items, paging, keyed, body or graphql with format csv",
    ],
  ])("names the fault in %j", (config, fault) => {
    expect(() => readRestConfig(config)).toThrow(fault);
  });
});
