import { describe, expect, it } from "vitest";
import { isConnectorError } from "../errors/connector-error.js";
import { type CountedOptions, offset, pageNumber } from "./counted.js";
import { cursorInBody, cursorInHeader } from "./cursor.js";
import { linkHeader, nextUrlInBody } from "./next-url.js";
import type { Page, PageRequest, Paging } from "./paging.js";

const start = { path: "list", query: { q: "x" } };

/** A page that was read: the third, with two items of its own and six read so far. */
function pageOf(given: Partial<Page>): Page {
  const url = new URL("https://api.example/v1/list?q=x");
  const length = given.count ?? 2;
  return { request: start, url, headers: {}, body: {}, index: 2, length, count: 2, seen: 6, ...given };
}

/** Returns what follows a page: the arguments of the next request, or the proof of the end, or a fault. */
function follow(paging: Paging, given: Partial<Page>): unknown {
  const step = stepAfter(paging, given);
  return typeof step === "string" ? step : step.query;
}

/** The same for kinds of paging that point to a URL. */
function followed(paging: Paging, given: Partial<Page>): string {
  const step = stepAfter(paging, given);
  return typeof step === "string" ? step : step.path;
}

function stepAfter(paging: Paging, given: Partial<Page>): PageRequest | string {
  try {
    const step = paging.after(pageOf(given));
    return "end" in step ? step.end : step.next;
  } catch (error) {
    if (isConnectorError(error) && error.code === "upstream_invalid") return "fault";
    throw error;
  }
}

describe("a cursor", () => {
  const cursors: ReadonlyArray<[value: unknown, follows: unknown]> = [
    ["c1", { q: "x", cursor: "c1" }],
    ["0", { q: "x", cursor: "0" }],
    [" ", { q: "x", cursor: " " }],
    [7, { q: "x", cursor: 7 }],
    [0, { q: "x", cursor: 0 }],
    [undefined, "no next page"],
    [null, "no next page"],
    ["", "no next page"],
    [false, "no next page"],
    [true, "fault"],
    [{}, "fault"],
    [["c1"], "fault"],
  ];

  it.each(cursors)("in the body that is %j is followed by %j", (next, follows) => {
    expect(follow(cursorInBody({ cursor: "meta.next" }), { body: { meta: { next } } })).toEqual(follows);
  });

  it("is sent in the argument that is named, and is the key of its page", () => {
    const paging = cursorInBody({ cursor: "next", parameter: "after" });
    const next = { path: "list", query: { q: "x", after: 12 } };
    expect(paging.after(pageOf({ body: { next: 12 } }))).toEqual({ next, key: "12" });
  });

  it.each([
    [{ more: false, next: "c1" }, "no further page"],
    [{ more: false }, "no further page"],
    [
      { more: true, next: "c1" },
      { q: "x", cursor: "c1" },
    ],
    [{ more: true }, "fault"],
    [{ more: true, next: null }, "fault"],
    [{ next: "c1" }, { q: "x", cursor: "c1" }],
    [{}, "no next page"],
    [{ more: null, next: "" }, "no next page"],
  ])("is overruled by what the upstream announces: %j", (body, follows) => {
    expect(follow(cursorInBody({ cursor: "next", more: "more" }), { body })).toEqual(follows);
  });

  it.each([
    [["a", 7, true, null], { cursor: ["a", 7, true, null] }],
    [[null], { cursor: [null] }],
    [[], "fault"],
    [["a", {}], "fault"],
    [[["a"]], "fault"],
    ["c1", { cursor: "c1" }],
  ])("may be a list of values where a list is read by POST: %j", (next, sent) => {
    const step = stepAfter(cursorInBody({ cursor: "next" }), {
      request: { ...start, json: {} },
      body: { next },
    });
    expect(typeof step === "string" ? step : step.json).toEqual(sent);
  });

  it.each([
    [{ meta: { next: null } }, "no next page"],
    [{ meta: { next: "" } }, "no next page"],
    [{ meta: { next: "c1" } }, { q: "x", cursor: "c1" }],
    [{ meta: {} }, "fault"],
    [{}, "fault"],
  ])("that is on every page ends the list only where it has no value: %j", (body, follows) => {
    const paging = cursorInBody({ cursor: "meta.next", missingEnds: false });
    expect(follow(paging, { body })).toEqual(follows);
  });

  it.each([
    [{ more: false }, "no further page"],
    [{ next: "c1" }, "fault"],
    [{ more: null, next: null }, "no next page"],
  ])("needs only the flag where there is one on every page: %j", (body, follows) => {
    const paging = cursorInBody({ cursor: "next", more: "more", missingEnds: false });
    expect(follow(paging, { body })).toEqual(follows);
  });

  it("of several values has a key that tells them apart", () => {
    const request = { ...start, json: {} };
    const keyOf = (next: unknown) =>
      cursorInBody({ cursor: "next" }).after(pageOf({ request, body: { next } }));
    expect(keyOf(["a", "b"])).toMatchObject({ key: '["a","b"]' });
    expect(keyOf(["a,b"])).toMatchObject({ key: '["a,b"]' });
  });

  it("says which members contradict each other", () => {
    const paging = cursorInBody({ cursor: "meta.next", more: "meta.more" });
    const page = pageOf({ body: { meta: { more: true } } });
    expect(() => paging.after(page)).toThrow(/"meta\.more".*"meta\.next"/);
  });

  it("in a header is found whatever the case of its name", () => {
    const headers = { "x-next": "c1" };
    expect(follow(cursorInHeader({ header: "X-Next" }), { headers })).toEqual({ q: "x", cursor: "c1" });
    expect(follow(cursorInHeader({ header: "x-other" }), { headers })).toBe("no next page");
    expect(follow(cursorInHeader({ header: "x-next", parameter: "p" }), { headers })).toEqual({
      q: "x",
      p: "c1",
    });
  });
});

/** `[name, arguments of the first request, arguments after the third page]` of the counted kinds. */
const countedKinds: ReadonlyArray<[(options: CountedOptions) => Paging, object, object]> = [
  [(options) => pageNumber(options), { page: 1 }, { page: 4 }],
  [(options) => pageNumber({ ...options, first: 0, parameter: "p" }), { p: 0 }, { p: 3 }],
  [(options) => offset(options), { offset: 0 }, { offset: 6 }],
  [(options) => offset({ ...options, first: 1, parameter: "from" }), { from: 1 }, { from: 7 }],
];

describe.each(countedKinds)("a list cut by counting, kind %#", (make, first, later) => {
  const size = { parameter: "per", value: 3 };
  const next = { q: "x", ...later };

  it("sends where it begins, and the size of a page if there is one", () => {
    expect(make({}).first(start)).toEqual({ path: "list", query: { q: "x", ...first } });
    expect(make({ size }).first(start).query).toEqual({ q: "x", per: 3, ...first });
  });

  it.each<[CountedOptions, Partial<Page>, unknown]>([
    [{}, { count: 2 }, next],
    [{}, { count: 0 }, "empty page"],
    // A short page proves nothing unless the author states that it does.
    [{ size }, { count: 2 }, next],
    [{ size, shortPageEnds: false }, { count: 2 }, next],
    [{ size, shortPageEnds: true }, { count: 2 }, "short page"],
    [{ size, shortPageEnds: true }, { count: 3 }, next],
    [{ size, shortPageEnds: true }, { count: 4 }, next],
    [{ size, shortPageEnds: true }, { count: 0 }, "empty page"],
    [{ shortPageEnds: true }, { count: 2 }, next],
    [{ total: "n" }, { body: { n: 7 } }, next],
    [{ total: "n" }, { body: { n: 6 } }, "total reached"],
    // More items than the total, which so does not count all of them.
    [{ total: "n" }, { body: { n: 5 } }, next],
    [{ total: "n" }, { body: { n: 0 } }, next],
    [{ total: "n" }, { body: { n: 5 }, count: 0 }, "total reached"],
    [{ total: "n" }, { body: { n: "7" } }, next],
    [{ total: "n" }, { body: { n: "6" } }, "total reached"],
    [{ total: "n" }, { body: { n: 0 }, seen: 0, count: 0 }, "total reached"],
    [{ total: "n", size, shortPageEnds: true }, { body: { n: 7 } }, next],
    [{ total: "n" }, { body: { n: 7 }, count: 0 }, "fault"],
    // A total that stops counting says nothing about the end where it stops.
    [{ total: "n", totalStopsAt: 6 }, { body: { n: 6 } }, next],
    [{ total: "n", totalStopsAt: 6 }, { body: { n: 6 }, count: 0 }, "empty page"],
    [{ total: "n", totalStopsAt: 6, size }, { body: { n: 6 } }, next],
    [{ total: "n", totalStopsAt: 6, size, shortPageEnds: true }, { body: { n: 6 } }, "short page"],
    [{ total: "n", totalStopsAt: 7 }, { body: { n: 7 } }, next],
    [{ total: "n", totalStopsAt: 7 }, { body: { n: 7 }, count: 0 }, "fault"],
    [{ total: "n", totalStopsAt: 7 }, { body: { n: 6 } }, "total reached"],
    [{ total: "header:X-Total" }, { headers: { "x-total": "7" } }, next],
    [{ total: "header:X-Total" }, { headers: { "x-total": "6" } }, "total reached"],
    [{ total: "header:X-Total" }, { body: { "header:X-Total": 6 } }, "fault"],
    ...[undefined, null, "", "  ", "many", -1, "-1", "1e999", true, [], {}].map(
      (n): [CountedOptions, Partial<Page>, unknown] => [{ total: "n" }, { body: { n } }, "fault"],
    ),
  ])("with %j, a page of %j is followed by %j", (options, given, follows) => {
    expect(follow(make(options), given)).toEqual(follows);
  });

  it.each<[CountedOptions, Partial<Page>, unknown]>([
    [{}, { count: 0 }, "must end: true"],
    [{ emptyPageEnds: true }, { count: 0 }, "empty page"],
    [{ emptyPageEnds: false }, { count: 0 }, "must end: false"],
    [{}, { count: 2 }, "must end: false"],
    // The page begins with known items, so it exists, and has no other ones.
    [{ size }, { count: 0, length: 1 }, "empty page"],
    [{ emptyPageEnds: false }, { count: 0, length: 1 }, "empty page"],
    [{ size, shortPageEnds: true }, { count: 0 }, "short page"],
    [{ total: "n" }, { count: 0, body: { n: 6 } }, "total reached"],
  ])("that ends by a status, with %j, after a page of %j: %s", (options, given, expected) => {
    const step = make({ ...options, endStatuses: [404] }).after(pageOf(given));
    expect("end" in step ? step.end : `must end: ${step.mustEnd === true}`).toBe(expected);
  });

  it("requests another page after an empty one, and does not let pages overlap that may be empty", () => {
    const paging = make({ emptyPageEnds: false, size });
    const request = paging.first(start);
    const step = paging.after(pageOf({ request, index: 0, count: 0, seen: 0 }));
    expect("next" in step && step.next.query).not.toEqual(request.query);
    expect("next" in step && step.next.query).toMatchObject({ per: 3 });
    expect(paging.at?.(pageOf({ count: 3 }), 5)?.start).toBe(6);
  });

  it("believes no total that a full page reaches, because some stop counting", () => {
    const paging = make({ total: "n", size });
    const body = { n: 6 };
    expect(paging.after(pageOf({ body, count: 3 }))).toMatchObject({
      next: { query: next },
      total: 6,
      mayEnd: true,
    });
    // A page that only repeats items of the page before it has nothing of its own.
    for (const given of [{ count: 2 }, { count: 0 }, { count: 0, length: 3 }])
      expect(paging.after(pageOf({ body, ...given }))).toEqual({ end: "total reached", total: 6 });
  });

  it("calls a page that equals an earlier one a fault, and names each page by another key", () => {
    const paging = make({});
    expect(paging.repeatsAreFaults).toBe(true);
    const keys = [0, 1, 2].map((index) => {
      const step = paging.after(pageOf({ index, seen: 2 * index + 2 }));
      return "key" in step ? step.key : "";
    });
    expect(new Set(keys).size).toBe(3);
  });
});

describe("kinds that point to the next page", () => {
  const size = { parameter: "per", value: 3 };

  it.each([
    cursorInBody({ cursor: "next", size }),
    cursorInHeader({ header: "next", size }),
    nextUrlInBody({ size }),
    linkHeader({ size }),
  ])("$name: ask for the first page with its size, and take equal pages for what they are", (paging) => {
    expect(paging.first(start)).toEqual({ path: "list", query: { q: "x", per: 3 } });
    expect(paging.repeatsAreFaults).toBe(false);
  });

  it.each<[unknown, unknown]>([
    ["/v1/list?at=2", "https://api.example/v1/list?at=2"],
    ["?at=2", "https://api.example/v1/list?at=2"],
    ["https://api.example:443/b", "https://api.example/b"],
    ...[undefined, null, "", false].map((end): [unknown, unknown] => [end, "no next page"]),
    ...[0, true, {}, ["/a"], "http://[", "https://api.example:8443/b"].map((wrong): [unknown, unknown] => [
      wrong,
      "fault",
    ]),
  ])("an address in the body that is %j leads to %j", (next, follows) => {
    const paths = [
      followed(nextUrlInBody(), { body: { next } }),
      followed(nextUrlInBody({ next: "links.next" }), { body: { links: { next } } }),
    ];
    expect(paths).toEqual([follows, follows]);
  });
});

describe("linkHeader()", () => {
  const far = "https://api.example/v1/";

  // RFC 8288, section 3: commas and semicolons in quotes and URLs are text; the first `rel` of a link counts.
  it.each<[header: string | undefined, next: string]>([
    [undefined, "no next page"],
    ["", "no next page"],
    ["<a>; rel=next", `${far}a`],
    ['<a>; rel="next"', `${far}a`],
    ["<a>;rel=next", `${far}a`],
    ["<a> ; REL = NEXT", `${far}a`],
    ['<a>; rel="prev  next"', `${far}a`],
    ['<a>; rel=" next "', `${far}a`],
    ['<a>; rel="prev"', "no next page"],
    ['<a>; rel=""', "no next page"],
    ["<a>; rel=", "no next page"],
    ["<a>; rel", "no next page"],
    ["<a>; rel; rel=next", "no next page"],
    ["<a> rel=next", "no next page"],
    ["<a,b>; rel=next", `${far}a,b`],
    ["<a,>; rel=next", `${far}a,`],
    ["<<a>; rel=next", `${far}a`],
    ["<a>; title; rel=next", `${far}a`],
    ['<a>; title = "x" ; rel = "prev \t next"', `${far}a`],
    ['<a>; rel=prev\n,\n<b>\n;\nrel="next"\n', `${far}b`],
    ["<a>; xrel=next", "no next page"],
    ["<a>; title=x; rel=next; x=y", `${far}a`],
    ['<a>; title="x; rel=prev"; rel=next', `${far}a`],
    ['<a>; rel="nextish"', "no next page"],
    ['<a>; title="rel=next"', "no next page"],
    ["<a>", "no next page"],
    ["<>; rel=next", "no next page"],
    ["<a; rel=next", "no next page"],
    ["a; rel=next", "no next page"],
    ["<a>; rel=prev, <b>; rel=next", `${far}b`],
    ["<a>; rel=prev,<b>; rel=next,<c>; rel=last", `${far}b`],
    ["<b>; rel=next, <c>; rel=next", `${far}b`],
    ["<a?x=1,2;3>; rel=prev, <b?x=1,2;3>; rel=next", `${far}b?x=1,2;3`],
    ['<a>; title="one, <c>; rel=next"; rel=prev, <b>; rel=next', `${far}b`],
    [String.raw`<a>; title="a \", <c>; rel=next"; rel=prev, <b>; rel=next`, `${far}b`],
    [String.raw`<a>; title="a\\"; rel=prev, <b>; rel=next`, `${far}b`],
    [String.raw`<a>; title=a\, <b>; rel=next`, `${far}b`],
    ['<a>; title="never closed, <b>; rel=next', "no next page"],
    ["<a>; rel=next; rel=prev", `${far}a`],
    ["<a>; rel=prev; rel=next", "no next page"],
    ["<https://other.example/a>; rel=next", "fault"],
  ])("reads %j", (link, next) => {
    const headers: Record<string, string> = link === undefined ? {} : { link };
    expect(followed(linkHeader(), { headers })).toBe(next);
  });

  it("follows another relation where one is named", () => {
    const headers = { link: "<a>; rel=next, <b>; rel=older" };
    expect(linkHeader({ relation: "older" }).after(pageOf({ headers }))).toEqual({
      next: { path: `${far}b`, query: {} },
      key: `${far}b`,
    });
  });
});
