import { expect, test } from "vitest";
import { call, type ForeignAnswers, sendLines, TestServer } from "../../test/test-server.js";
import type { AccountStore } from "../connectors/mcp-connector.js";
import { findSecrets } from "./find-secrets.js";
import { Redactor } from "./redactor.js";

const canaries = {
  token: 'canary-token-"1/é&<',
  refreshed: "canary-refreshed-2",
  password: "canary password+3",
  header: "canary-header-4",
  inAddress: "canary%2Faddress5",
  long: `canary-long-${"6x".repeat(40)}`,
};

/** Every form in which a connector might repeat a secret. */
function formsOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret);
  return [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret),
    bytes.toString("hex"),
    bytes.toString("base64"),
    bytes.toString("base64url"),
    Buffer.from(`ada:${secret}`).toString("base64"),
    Buffer.from(`x:${secret}:y`).toString("base64"),
    secret.toUpperCase(),
  ];
}

test("no message contains a secret, wherever a connector repeats it and however it is encoded", async () => {
  const all = Object.values(canaries).flatMap(formsOf).join(" ");
  // What the connector knows before it has refreshed the token.
  const known = Object.values(canaries).filter((secret) => secret !== canaries.refreshed);
  const stored = known.flatMap(formsOf).join(" ");
  const account = {
    auth: "token",
    name: "Ada",
    token: canaries.token,
    workspace: "north",
    nested: { pass: canaries.password },
    url: `postgres://ada:${canaries.inAddress}@db/shop`,
  };
  const kept: unknown[] = [];
  const store: AccountStore = {
    read: () => Promise.resolve(account),
    keep: (_, valid) => Promise.resolve(void kept.push(valid)),
  };
  const echo: ForeignAnswers = {
    sources: {
      t: { text: "text" },
      refused: { n: "number" },
      marked: { n: "number" },
      broken: { n: "number" },
    },
    filter: [{ id: "kind", title: "Kind", type: "list", optional: true, datalist: true }],
    authentication: [
      {
        id: "token",
        name: "Token",
        fields: [
          { id: "token", type: "text" },
          { id: "workspace", type: "text" },
          { id: "url", type: "text" },
        ],
      },
    ],
    post: {
      "/validate": (response) => response.end(JSON.stringify({ ...account, token: canaries.refreshed })),
      "/datalist": (response) => response.end(JSON.stringify([{ title: stored, value: canaries.token }])),
      "/": (response, { source }) => {
        if (source === "refused") response.writeHead(401).end(JSON.stringify({ message: all.repeat(9) }));
        else if (source === "marked")
          sendLines(response, [JSON.stringify({ __streamError: { message: all } })]);
        else if (source === "broken") sendLines(response, [`{"text":"${canaries.long}`]);
        else
          sendLines(response, [JSON.stringify({ text: `north ${all}`, [canaries.header]: { deep: [all] } })]);
      },
    },
  };
  const server = await TestServer.start(
    { c: echo },
    {
      accounts: { c: store },
      secrets: [canaries.header, canaries.long],
      headers: { "x-key": canaries.header },
    },
  );
  try {
    const client = await server.connect();
    const t = { connector: "c", source: "t" };
    await call(client, "filter_options", { ...t, filter: "kind" });
    const rows = await call(client, "read_rows", t);
    await call(client, "run_sql", { sql: "select text as a, upper(text) as b, c.t.* from c.t" });
    await call(client, "read_rows", { ...t, source: "refused" });
    await call(client, "read_rows", { ...t, source: "marked" });
    await call(client, "read_rows", { ...t, source: "broken" });
    await call(client, "read_rows", { ...t, source: "broken", allowPartial: true });
    await call(client, "run_sql", { sql: `select '${canaries.password}' as x from c.nope` });
    const result = String(rows.data["result"]);
    await client.readResource({ uri: `wellhead://results/${result}/rows.ndjson` });
    await client.readResource({ uri: `wellhead://results/${result}/rows.csv` });
    await client.readResource({ uri: `wellhead://results/${result}/rows.txt` }).catch(() => undefined);
    expect(rows.text).toContain("north [redacted]");
    expect(kept[0]).toMatchObject({ token: canaries.refreshed });
  } finally {
    await server.stop();
  }
  const wire = server.wire.join("\n");
  expect(wire).toContain("[redacted]");
  for (const form of Object.values(canaries).flatMap(formsOf)) expect(wire).not.toContain(form);
  expect(wire).not.toMatch(/canary/i);
});

test("findSecrets() takes a member for a secret unless it is known not to be one", () => {
  const kinds = [
    {
      id: "basic",
      name: "",
      description: "",
      fields: ["host", "database", "password", "api_key", "note"].map((id) => ({
        id,
        title: id,
        description: "",
        type: id === "note" ? "password" : "text",
        required: true,
        hasDatalist: false,
        dependsOn: [],
        options: [],
        defaultValue: undefined,
        placeholder: "",
        isSecured: false,
        address: "",
        editorMode: undefined,
      })),
    },
  ];
  const account = {
    auth: "basic",
    name: "Ada",
    host: "db.example",
    database: "shop",
    password: "p4ss",
    api_key: 123_456,
    note: "a secret note",
    unknown: "undeclared",
    port: 5432,
  };
  expect(findSecrets(account, kinds)).toEqual(["p4ss", "123456", "a secret note", "undeclared"]);
  expect(findSecrets(account, [])).toContain("db.example");
});

test("value() leaves everything that is not a secret as it is", () => {
  const redactor = new Redactor();
  const value = { a: [1, null, true, "text", { b: "x" }], "secret key": 2 };
  expect(redactor.value(value)).toEqual(value);
  redactor.add(["12345678", "abc", ""]);
  expect(redactor.value({ n: 12_345_678, m: 1234, t: "abc 12345678" })).toEqual({
    n: "[redacted]",
    m: 1234,
    t: "abc [redacted]",
  });
});

test.each([
  ["key-123456…", "[redacted]…"],
  ['got "key-12…" and key-123456-ab…', 'got "[redacted]…" and [redacted]…'],
  ["key-12key-123…", "key-12[redacted]…"],
  ["KEY-1234…", "[redacted]…"],
  ["key-1…", "key-1…"],
  ["key-1234 and more…", "key-1234 and more…"],
  ["key-1234", "key-1234"],
  [`${"x".repeat(1000)}key-1234`, `${"x".repeat(1000)}[redacted]`],
])("text() replaces the start of a secret where %s was cut", (text, expected) => {
  const redactor = new Redactor();
  redactor.add(["key-123456-abcdef", "abcd"]);
  expect(redactor.text(text)).toBe(expected);
});
