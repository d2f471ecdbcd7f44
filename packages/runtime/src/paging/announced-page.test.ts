import { expect, test } from "vitest";
import { findAnnouncedPage, findAnnouncedTotal } from "./announced-page.js";

/** Where a body says that there is another page. */
function placeIn(body: unknown): string | undefined {
  return findAnnouncedPage({ headers: {}, body })?.place;
}

/** Members before another one. */
function many(count: number): Record<string, unknown> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`member${index}`, index]));
}

test.each([
  [{ next: "/list?page=2" }, "next"],
  [{ "Next-Page": 2 }, "Next-Page"],
  [{ a: { b: { next: "c" } } }, "a.b.next"],
  // What is not a flag decides nothing.
  [{ has_more: "yes", next: "c" }, "next"],
  [{ open: true, next: "c" }, "next"],
  [{ text: "x".repeat(999), meta: { next: "c" } }, "meta.next"],
  [{ ...many(199), next: "c" }, "next"],
])("a body %j announces a page in %s", (body, path) => {
  expect(placeIn(body)).toBe(`"${path}"`);
});

test.each<unknown>([
  { next: "" },
  { nextPage: 0 },
  { nextPage: -1 },
  { next: true },
  { page: { href: "/list?page=1", value: 2 } },
  { a: { b: { c: { next: "c" } } } },
  { ...many(200), next: "c" },
  { a: many(200), b: { next: "c" } },
  [{ next: "c" }],
  "next",
  null,
  undefined,
])("a body %j announces no page", (body) => {
  expect(placeIn(body)).toBeUndefined();
});

test("an announced page has the paging that follows it: an address or a cursor", () => {
  const paging = (next: unknown) => findAnnouncedPage({ headers: {}, body: { next } })?.paging;
  const address = 'nextUrlInBody({ next: "next" })';
  const cursor = 'cursorInBody({ cursor: "next" })';
  const found = ["http://a.example/", "https://a.example/", "/list", "?page=2", "a/b?c", "c2", 2].map(paging);
  expect(found).toEqual([address, address, address, address, cursor, cursor, cursor]);
  const named = findAnnouncedPage({ headers: {}, body: { hasMore: true } });
  expect(named).toEqual({ place: '"hasMore": true' });
});

test.each([
  [{ "x-next-page": "2" }, "the header x-next-page"],
  [{ "x-next-page": "", "x-next-token": "t" }, "the header x-next-token"],
  [{ "x-next-cursor": "" }, undefined],
  [{ "x-next-pages": "2", "max-next-page": "2" }, undefined],
])("the headers %j announce a page in %s", (headers, place) => {
  expect(findAnnouncedPage({ headers, body: {} })?.place).toBe(place);
});

test.each([
  [{ "x-total-count": "120" }, {}, 120],
  [{ "x-total-count": "about 120" }, { total: 7 }, 7],
  [{ "x-total-count": "120 or more" }, {}, undefined],
  [{ "x-total": "" }, { meta: { totalCount: 3 } }, 3],
  [{}, { total: "3", total_items: 4 }, 4],
  [{}, { total: 1.5 }, undefined],
  [{}, { items: 3 }, undefined],
])("the headers %j and the body %j announce %s items", (headers, body, total) => {
  expect(findAnnouncedTotal({ headers, body })?.total).toBe(total);
});
