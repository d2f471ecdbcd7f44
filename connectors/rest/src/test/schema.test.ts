import { readFile } from "node:fs/promises";
import { Ajv } from "ajv";
import { expect, it } from "vitest";
import { MeaningFault } from "../config/read-value.js";
import { readRestConfig } from "../config/rest-config.js";

const schema = JSON.parse(
  await readFile(new URL("../../api.schema.json", import.meta.url), "utf8"),
) as object;
// The types of `oneOf` branches are inherited, which strict mode does not see.
const validate = new Ajv({ allowUnionTypes: true, strictRequired: false, strictTypes: false }).compile(
  schema,
);

const size = { parameter: "n", value: 10 };
const counted = {
  parameter: "p",
  first: 0,
  total: "header:X-Total",
  totalStopsAt: 9,
  shortPageEnds: true,
  size,
};
const ended = { parameter: "p", endStatuses: [404], size };
const overlapping = { ...ended, overlap: false };
const texts = { title: "Key", help: "https://api.example/keys" };
const listed = { items: "data", query: { a: "x", b: 1, c: true } };

const accounts = [
  { kind: "none" },
  { kind: "bearer", ...texts },
  { kind: "basic", ...texts },
  { kind: "header", header: "X-Key", prefix: "Key ", ...texts },
  { kind: "query", parameter: "key", ...texts },
  {
    kind: "login",
    path: "login",
    body: { user: "{user}", password: "{password}" },
    token: "token",
    send: "form",
    header: "X-Token",
    prefix: "T ",
    ...texts,
  },
  {
    kind: "oauth2",
    authorize: "https://id.example/authorize",
    token: "https://id.example/token",
    issuer: "https://id.example",
    scopes: ["read"],
    prefix: "ID",
    parameters: { prompt: "consent" },
    pkce: true,
    rotation: "none",
    ...texts,
  },
  {
    kind: "hmac",
    message: "{method}\n{path}",
    header: "X-Signature",
    prefix: "{key}:",
    hash: "sha512",
    encoding: "base64",
    secretEncoding: "hex",
    timestamp: "iso",
    headers: { "X-Time": "{timestamp}" },
    ...texts,
  },
  { kind: "clientCredentials", token: "token", scope: "read", send: "basic", ...texts },
];

const pagings = [
  { kind: "none" },
  { kind: "pageNumber", ...counted },
  { kind: "offset", ...counted },
  { kind: "pageNumber", pages: "meta.pages" },
  { kind: "offset", ...overlapping },
  { kind: "lastItem", value: "id", ...ended },
  { kind: "cursorInBody", optional: true, cursor: "next", parameter: "after", more: "more", size },
  { kind: "nextUrlInBody", optional: true, next: "links.next", size },
  { kind: "linkHeader", optional: true, relation: "next", size },
  { kind: "cursorInHeader", optional: true, header: "X-Next", parameter: "after", size },
];

const sources = {
  table: {
    name: "Table",
    description: "A table",
    path: "tables/{table}",
    query: { row: "{row}", since: "{since.min|iso}", until: "{since.max}", changed: "{changed}" },
    format: "json",
    keyed: "key",
    body: { nested: { any: [1] } },
    paging: { kind: "none" },
    items: "data",
    filter: {
      table: { type: "list", title: "Table", description: "Which", choices: ["a", 1, true] },
      row: {
        type: "multilist",
        optional: true,
        options: { path: "rows", value: "id", title: "name", paging: { kind: "offset" }, ...listed },
      },
      since: { type: "date" },
      changed: { type: "bool" },
    },
    fields: {
      id: "id",
      key: "text",
      at: { type: "date", path: "times.at", title: "At", description: "When", optional: true },
    },
    windows: { field: "since", days: 30, excludesEnd: true },
  },
  changed: {
    name: "Changed",
    path: "changed",
    query: { since: "{since|epoch}" },
    fields: { id: "id", at: "date" },
    key: ["id"],
    changes: { by: "at", lookback: "6 h", fullEvery: "7 d" },
  },
  feed: { name: "Feed", path: "feed", format: "xml", items: "feed.entry", paging: { kind: "pageNumber" } },
  children: {
    name: "Children",
    path: "parents/{parent}",
    graphql: { query: "{ a { b } }", variables: { a: 1 } },
    parents: {
      path: "parents",
      value: "id",
      column: "parent",
      batch: 2,
      maxCalls: 10,
      paging: { kind: "linkHeader", stable: true },
      ...listed,
    },
  },
  lines: { name: "Lines", path: "lines", format: "ndjson", paging: { kind: "offset" } },
  export: {
    name: "Export",
    path: "exports/{job}",
    format: "csv",
    encoding: "windows-1252",
    job: {
      start: { path: "exports", query: { a: 1 }, body: { kind: "all" } },
      id: "id",
      status: "exports/{job}",
      state: "state",
      done: ["ready"],
      failed: ["failed"],
      file: "url",
      pollSeconds: 1,
      maxSeconds: 60,
    },
  },
};

const shared = {
  $schema: "./api.schema.json",
  id: "api",
  name: "API",
  version: "2.0.0",
  description: "An API",
  site: "https://api.example",
  color: "#123456",
  baseUrl: "https://api.example/v1",
  headers: { "X-A": "a" },
  check: { path: "me", name: "name" },
  rate: { requests: 10, seconds: 1, maxConcurrent: 2 },
};

/** Valid configurations in which every member occurs. */
const examples: readonly object[] = [
  { ...shared, sources },
  ...accounts.map((account) => ({ ...shared, account, sources: { lines: sources.lines } })),
  ...pagings.map((paging) => ({ ...shared, paging, sources: { lines: sources.lines } })),
];

/** Values that replace each value of an example, to be judged by the schema and the reader alike. */
const replacements: readonly unknown[] = [null, "", " ", "x", 0, 1, 1.5, true, [], ["x"], [{}], {}, { x: 1 }];

/** Returns every version of a value with one part replaced, removed or added. */
function changesOf(value: unknown): unknown[] {
  const changes = [...replacements];
  if (typeof value !== "object" || value === null) return changes;
  if (Array.isArray(value)) {
    const items: readonly unknown[] = value;
    return [
      ...changes,
      ...items.flatMap((one, index) => changesOf(one).map((changed) => items.with(index, changed))),
    ];
  }
  changes.push({ ...value, unknown: 1 });
  for (const [key, one] of Object.entries(value)) {
    changes.push(Object.fromEntries(Object.entries(value).filter(([name]) => name !== key)));
    for (const changed of changesOf(one)) changes.push({ ...value, [key]: changed });
  }
  return changes;
}

function isRead(config: unknown): boolean {
  try {
    readRestConfig(config);
    return true;
  } catch (error) {
    // What members mean together, such as a placeholder that names a field of a filter, is not for a JSON Schema.
    return error instanceof MeaningFault;
  }
}

it.each(examples.map((example, index) => [index, example] as const))(
  "api.schema.json accepts what readRestConfig() accepts: example %i and its changes",
  (_, example) => {
    expect([validate(example), validate.errors]).toEqual([true, null]);
    expect(() => readRestConfig(example)).not.toThrow();
    const disagreed = changesOf(example).filter((changed) => validate(changed) !== isRead(changed));
    expect(disagreed.slice(0, 3)).toEqual([]);
  },
);
