import { describe, expect, it } from "vitest";
import type { Interaction } from "../tape/tape.js";
import { isNextPage } from "./next-page.js";

interface Given {
  readonly url: string;
  readonly body?: unknown;
  readonly sent?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

function interactionOf({ url, body, sent, headers = {} }: Given): Interaction {
  return {
    request: {
      method: sent === undefined ? "GET" : "POST",
      url: `https://a.example${url}`,
      headers: {},
      ...(sent !== undefined && { body: { json: sent } }),
    },
    response: { status: 200, headers, ...(body !== undefined && { body: { json: body } }) },
  };
}

const items = [{ id: "k-1" }, { id: "k-2", state: "closed", parent: 7 }];

describe("isNextPage()", () => {
  it.each<[string, Given, Given]>([
    ["a page by number", { url: "/a?page=1" }, { url: "/a?page=2" }],
    ["a page after one without a number", { url: "/a" }, { url: "/a?page=2" }],
    ["a page of another size", { url: "/a?page=1&per_page=100" }, { url: "/a?page=2&per_page=99" }],
    ["a page in brackets", { url: "/a?page%5Bnumber%5D=1" }, { url: "/a?page%5Bnumber%5D=2" }],
    ["an offset", { url: "/a?offset=0&state=open" }, { url: "/a?offset=50&state=open" }],
    [
      "an offset in a body",
      { url: "/a", sent: { q: "x", from: 0 } },
      { url: "/a", sent: { q: "x", from: 2 } },
    ],
    ["a cursor", { url: "/a", body: { items, next: "YWJj" } }, { url: "/a?after=YWJj" }],
    ["a cursor that is a number", { url: "/a", body: { items, next_id: 91 } }, { url: "/a?min=91" }],
    [
      "a cursor in a header",
      { url: "/a", body: items, headers: { "x-next-cursor": "YWJj" } },
      { url: "/a?c=YWJj" },
    ],
    ["a cursor in an address", { url: "/a", body: { items, link: "/a?c=YWJj&x=1" } }, { url: "/a?c=YWJj" }],
    ["the last item", { url: "/a", body: items }, { url: "/a?starting_after=k-2" }],
    ["an address in a body", { url: "/a", body: { items, more: "/b/2?z=1&y=2" } }, { url: "/b/2?y=2&z=1" }],
    [
      "an address in a header",
      { url: "/a?x=1", body: items, headers: { link: '<https://a.example/a?x=2>; rel="next"' } },
      { url: "/a?x=2" },
    ],
  ])("knows %s", (_what, first, second) => {
    expect(isNextPage(interactionOf(first), interactionOf(second))).toBe(true);
  });

  it.each<[string, Given, Given]>([
    ["another parent by number", { url: "/cards?board=1" }, { url: "/cards?board=2" }],
    ["another parent in the path", { url: "/boards/1/cards" }, { url: "/boards/2/cards" }],
    ["another parent on the same page", { url: "/cards?board=1&page=1" }, { url: "/cards?board=2&page=1" }],
    ["the first page of another parent", { url: "/cards?board=1&page=2" }, { url: "/cards?board=2&page=1" }],
    ["a day", { url: "/a?day=20260301" }, { url: "/a?day=20260302" }],
    ["another size alone", { url: "/a?limit=10" }, { url: "/a?limit=20" }],
    ["a page before", { url: "/a?page=2" }, { url: "/a?page=1" }],
    ["the children of an item", { url: "/a", body: items }, { url: "/a?parent=k-2" }],
    ["a number of an item", { url: "/a", body: items }, { url: "/a?parent=7" }],
    ["a choice that an item has", { url: "/a?state=open", body: items }, { url: "/a?state=closed" }],
    [
      "a number that a response has for another reason",
      { url: "/a", body: { items, took: 7 } },
      { url: "/a?x=7" },
    ],
    ["the same request", { url: "/a?page=2" }, { url: "/a?page=2" }],
    ["the start of the list", { url: "/a?after=YWJj" }, { url: "/a" }],
    ["another method", { url: "/a?page=1" }, { url: "/a?page=2", sent: {} }],
  ])("does not take %s for it", (_what, first, second) => {
    expect(isNextPage(interactionOf(first), interactionOf(second))).toBe(false);
  });
});
