import { describe, expect, it } from "vitest";
import { readRestConfig } from "./rest-config.js";

const source = { name: "Things", path: "things" };
const api = { id: "a", name: "A", baseUrl: "https://api.example", sources: { things: source } };

function withSource(changes: object): object {
  return { ...api, sources: { things: { ...source, ...changes } } };
}

function faultOf(config: object): string {
  try {
    readRestConfig(config);
    return "none";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const paged = (paging: object) => withSource({ paging });
const seen = { seen: { type: "date" } };
const sent = { query: { a: "{seen.min}", b: "{seen.max}" }, filter: seen };
const started = { start: { path: "x" }, id: "id", status: "x/{job}", state: "s", done: ["ok"] };
const job = { ...started, file: "url" };

/** Mistakes that would read fewer rows, more rows or empty columns, with the place and what is expected there. */
const mistakes: ReadonlyArray<readonly [config: object, place: string, expected: string]> = [
  // Paths in the form of other languages.
  [withSource({ items: "$.data" }), "sources.things.items", 'Did you mean "data"'],
  [withSource({ items: "$" }), "sources.things.items", "names joined by dots"],
  [withSource({ items: "data[*]" }), "sources.things.items", 'Did you mean "data"'],
  [withSource({ items: "data." }), "sources.things.items", 'Did you mean "data"'],
  [withSource({ items: ".data" }), "sources.things.items", 'Did you mean "data"'],
  [withSource({ items: "data..rows" }), "sources.things.items", 'Did you mean "data.rows"'],
  [withSource({ items: " data" }), "sources.things.items", 'Did you mean "data"'],
  [withSource({ items: "data['rows']" }), "sources.things.items", 'Did you mean "data.rows"'],
  [withSource({ fields: { a: { type: "text", path: "$.x" } } }), "fields.a.path", 'Did you mean "x"'],
  [withSource({ fields: { a: { type: "text", path: "tags[0].x" } } }), "fields.a.path", '"tags.0.x"'],
  [paged({ kind: "cursorInBody", cursor: "$.next" }), "paging.cursor", 'Did you mean "next"'],
  [paged({ kind: "cursorInBody", cursor: "c", more: "$.more" }), "paging.more", 'Did you mean "more"'],
  [paged({ kind: "nextUrlInBody", next: "links[0].href" }), "paging.next", 'Did you mean "links.0.href"'],
  [paged({ kind: "pageNumber", total: "$.total" }), "paging.total", 'Did you mean "total"'],
  [paged({ kind: "pageNumber", total: "header:X Total" }), "paging.total", "the name of a header"],
  [paged({ kind: "pageNumber", pages: "$['meta'].pages" }), "paging.pages", '"meta.pages"'],
  [paged({ kind: "lastItem", value: "$.id" }), "paging.value", 'Did you mean "id"'],
  // Pages that have no size, or that begin nowhere.
  [paged({ kind: "offset", size: { parameter: "n", value: 0 } }), "paging.size.value", "at least 1, got 0"],
  [paged({ kind: "offset", size: { parameter: "n", value: -5 } }), "paging.size.value", "got -5"],
  [paged({ kind: "offset", size: { parameter: "n", value: 2.5 } }), "paging.size.value", "got 2.5"],
  [paged({ kind: "offset", size: { parameter: "n", value: "50" } }), "paging.size.value", 'got "50"'],
  [paged({ kind: "pageNumber", first: -1 }), "paging.first", "at least 0, got -1"],
  [paged({ kind: "pageNumber", first: 0.5 }), "paging.first", "at least 0, got 0.5"],
  [
    paged({ kind: "offset", parameter: "n", size: { parameter: "n", value: 5 } }),
    "size.parameter",
    "another argument",
  ],
  [
    paged({ kind: "pageNumber", total: "t", endStatuses: [404] }),
    "paging",
    "one of total, pages and endStatuses",
  ],
  [paged({ kind: "offset", totalStopsAt: 100 }), "paging.totalStopsAt", "a total next to it"],
  [paged({ kind: "pageNumber", endStatuses: [500] }), "endStatuses[0]", "expected 400, 404"],
  [paged({ kind: "pageNumber", endStatuses: [] }), "paging.endStatuses", "at least one"],
  [paged({ kind: "pagenumber" }), "paging.kind", 'Did you mean "pageNumber"'],
  [paged({ kind: "cursorInHeader", header: "X-Next:" }), "paging.header", "the name of a header"],
  [
    withSource({ format: "csv", paging: { kind: "cursorInBody", cursor: "next" } }),
    "things.paging",
    "only rows",
  ],
  [
    withSource({ format: "ndjson", paging: { kind: "offset", total: "total" } }),
    "things.paging",
    "only rows",
  ],
  // Placeholders.
  [
    withSource({ ...sent, query: { a: "{seen.from}" } }),
    "query.a",
    "({seen.min}, {seen.max}), got {seen.from}",
  ],
  [
    withSource({ ...sent, query: { a: "{seen}" } }),
    "query.a",
    '{seen.max}), got {seen}. Did you mean "seen.min"',
  ],
  [withSource({ ...sent, query: { a: "{seen.min|dat}" } }), "query.a", 'got |dat. Did you mean "date"'],
  [withSource({ ...sent, query: { a: "{seen.min|Date}" } }), "query.a", 'got |Date. Did you mean "date"'],
  [withSource({ ...sent, query: { a: "{seen.min|date|iso}" } }), "query.a", "got |date|iso"],
  [withSource({ ...sent, query: { a: "{ seen.min }" } }), "query.a", "got { seen.min }"],
  [withSource({ ...sent, query: { a: "{}" } }), "query.a", "got {}"],
  [
    withSource({ filter: { n: { type: "number" } }, query: { a: "{n|date}" } }),
    "query.a",
    "expected no format, because {n} is not a date",
  ],
  [withSource({ filter: { n: { type: "number" } }, query: { a: "{n.min}" } }), "query.a", "got {n.min}"],
  [withSource({ filter: { n: { type: "text" } } }), "filter.n", "expected {n} in path, query or body"],
  [withSource({ filter: seen }), "filter.seen", "expected {seen.min} and {seen.max} in path"],
  [withSource({ graphql: { query: "{a}", variables: { a: "{x}" } } }), "graphql.variables.a", "got {x}"],
  // Lists of lists, exports and changes that would be read without their key.
  [withSource({ parents: { path: "p", value: "id" } }), "things.parents", "expected {parent} in path"],
  [
    withSource({
      path: "p/{parent}",
      parents: { path: "p", value: "id", column: "p" },
      fields: { id: "id" },
    }),
    "parents.column",
    'one of the columns in fields, got "p"',
  ],
  [withSource({ keyed: "k", fields: { id: "id" } }), "things.keyed", 'one of the columns in fields, got "k"'],
  [withSource({ job: started }), "things.job", "expected {job} in path or query"],
  [withSource({ job: { ...job, done: [] } }), "job.done", "at least one value, got none"],
  [withSource({ job: { ...job, pollSeconds: 0 } }), "job.pollSeconds", "above 0, got 0"],
  [withSource({ job: { ...job, maxSeconds: -1 } }), "job.maxSeconds", "above 0, got -1"],
  [withSource({ job: { ...job, id: "$.id" } }), "job.id", 'Did you mean "id"'],
  [
    withSource({
      path: "{parent}",
      parents: { path: "p", value: "id" },
      filter: { parent: { type: "text" } },
    }),
    "filter.parent",
    "expected another id",
  ],
  [
    withSource({ fields: { at: "date" }, changes: { by: "at" } }),
    "things.changes",
    "expected {since} in query",
  ],
  [
    withSource({ query: { s: "{since}" }, fields: { at: "date" }, changes: { by: "att" } }),
    "changes.by",
    'got "att". Did you mean "at"',
  ],
  [withSource({ query: { s: "{since}" }, fields: { at: "text" }, changes: { by: "at" } }), "by", "got text"],
  [
    withSource({
      query: { s: "{since}" },
      fields: { at: "date" },
      changes: { by: "at", lookback: "6 hours" },
    }),
    "changes.lookback",
    "a duration such as",
  ],
  [withSource({ query: { s: "{since}" } }), "query.s", "got {since}"],
  [withSource({ ...sent, windows: { field: "sen", days: 5 } }), "windows.field", 'got "sen"'],
  [withSource({ ...sent, windows: { field: "seen", days: 0 } }), "windows.days", "got 0"],
  [withSource({ fields: { id: "id" }, key: ["ID"] }), "key[0]", 'got "ID". Did you mean "id"'],
  [withSource({ fields: {} }), "things.fields", "at least one column, got none"],
  [
    withSource({ filter: { a: { type: "list", choices: [] } }, query: { a: "{a}" } }),
    "a.choices",
    "got none",
  ],
  [
    withSource({ filter: { a: { type: "date", options: { path: "x", value: "v" } } } }),
    "filter.a",
    "only a list",
  ],
  // Requests that would go somewhere else.
  [withSource({ path: "things?open=1" }), "things.path", "Move the arguments after ? to query"],
  [withSource({ path: "a/../b" }), "things.path", "without ?, # and .."],
  [withSource({ path: "a#b" }), "things.path", "without ?, # and .."],
  [withSource({ path: "ftp://x/y" }), "things.path", "below baseUrl"],
  [withSource({ format: "xml" }), "sources.things", "expected items with format xml"],
  [withSource({ format: "XML" }), "things.format", 'Did you mean "xml"'],
  [{ ...api, baseUrl: "https://api.example/v1?key=1" }, "baseUrl", "an address such as"],
  [{ ...api, baseUrl: "https://me:secret@api.example" }, "baseUrl", "an address such as"],
  [{ ...api, baseUrl: "https://api.example/#v1" }, "baseUrl", "an address such as"],
  [{ ...api, headers: { "X-A": "a\r\nX-B: b" } }, "headers.X-A", "without line ends"],
  [{ ...api, headers: { "X A": "a" } }, "headers", 'the name of a header, such as X-Api-Key, got "X A"'],
  [{ ...api, headers: { "X-A": "a\u0000" } }, "headers.X-A", "control characters"],
  [{ ...api, check: { path: "me", name: "$.name" } }, "check.name", 'Did you mean "name"'],
  [{ ...api, check: { path: "me?x=1" } }, "check.path", "Move the arguments"],
  [{ ...api, rate: { requests: 1, seconds: 0 } }, "rate.seconds", "above 0"],
  [{ ...api, rate: { requests: 0, seconds: 1 } }, "rate.requests", "at least 1"],
  // Accounts that would not sign in.
  [{ ...api, account: { kind: "header", header: "X-Key: " } }, "account.header", "the name of a header"],
  [{ ...api, account: { kind: "header", header: "X-Key", prefix: "a\n" } }, "account.prefix", "line ends"],
  [
    { ...api, account: { kind: "login", path: "l", token: "t", body: { u: "{user}", p: "{pasword}" } } },
    "account.body.p",
    "expected {user} or {password}, got {pasword}",
  ],
  [
    { ...api, account: { kind: "login", path: "l", token: "t", body: { u: "{user}" } } },
    "account.body",
    "{password}",
  ],
  [
    { ...api, account: { kind: "login", path: "l", token: "$.t", body: { u: "{user}{password}" } } },
    "account.token",
    'Did you mean "t"',
  ],
  [{ ...api, account: { kind: "hmac", header: "X-S", message: "{metod}" } }, "account.message", '"method"'],
  [{ ...api, account: { kind: "hmac", header: "X-S", message: "x", hash: "md4" } }, "account.hash", "sha256"],
  [
    { ...api, account: { kind: "oauth2", authorize: "https://id.example" } },
    "account",
    "authorize and token",
  ],
  // Members that are misspelt.
  [{ ...api, acount: { kind: "none" } }, "acount", 'Did you mean "account"'],
  [withSource({ itmes: "data" }), "things.itmes", 'Did you mean "items"'],
  [paged({ kind: "offset", totl: "total" }), "paging.totl", 'Did you mean "total"'],
];

describe("readRestConfig()", () => {
  it.each(mistakes)("refuses %j at %s", (config, place, expected) => {
    const fault = faultOf(config);
    expect(fault).toContain(`${place}: `);
    expect(fault).toContain(expected);
    expect(fault).toMatch(/[.?]$/);
  });

  it.each([
    withSource({ items: "@odata.value" }),
    withSource({ items: "/a[0]/$" }),
    withSource({ items: "$value" }),
    withSource({ path: "https://files.example/list?x=1" }),
    withSource({ path: "Orders(1)/Items" }),
    withSource({
      fields: { a: { type: "text", path: "No." }, b: { type: "text", path: "Unit Price [EUR]" } },
    }),
    paged({ kind: "nextUrlInBody", next: "@odata.nextLink" }),
    withSource({ ...sent, query: { a: "{seen.min|date}", b: "before {seen.max|epochms}" } }),
    {
      ...api,
      account: { kind: "login", path: "l", token: "t", prefix: "", body: { u: "{user}:{password}" } },
    },
    { ...api, headers: { "X-A": "é \t x" } },
  ])("accepts %j", (config) => {
    expect(faultOf(config)).toBe("none");
  });
});
