import { configureEgress, configureStore, MemoryStore } from "@wellhead/runtime";
import type { TestUpstream } from "@wellhead/runtime/testing";
import { type App, createApp } from "@wellhead/server";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { googleSheetsConnector } from "./google-sheets-connector.js";
import { startGoogle, type TestSheet } from "./test/start-google.js";

const callback = "https://platform.example/callback";
const account = { auth: "oauth2", access_token: "first", refresh_token: "keep" };
const orders = { spreadsheet: "book", sheet: "7" };

const sheets: readonly TestSheet[] = [
  {
    id: 7,
    title: "It's 2026",
    rowCount: 1000,
    cells: [
      ["Id", "Name", "Day", "At", "Took", "Paid", "Name", undefined, "Mixed"].map(cell),
      [
        { value: 1, format: "NUMBER" },
        { value: "Ada" },
        { value: 46_082, format: "DATE" },
        { value: 46_201.5, format: "DATE_TIME" },
        { value: 0.25, format: "TIME" },
        { value: true },
        { value: "x" },
        { value: "unnamed" },
        { value: 5 },
      ],
      [],
      [
        { value: 2.5, format: "NUMBER" },
        { value: "" },
        {},
        { value: 46_039.25, format: "DATE_TIME" },
        { value: 1.5, format: "TIME" },
        { value: false },
        {},
        {},
        { value: "five" },
      ],
      [{ value: "#N/A" }, { value: "=SUM" }],
    ],
  },
  { id: 8, title: "Chart", type: "OBJECT", cells: [] },
  { id: 9, title: "Empty", cells: [[]] },
  {
    id: 10,
    title: "Long",
    cells: [[{ value: "n" }], ...Array.from({ length: 25_000 }, (_, index) => [{ value: index }])],
  },
];

function cell(value: string | undefined) {
  return value === undefined ? {} : { value };
}

let google: TestUpstream;
let before = 0;
let app: App;
let url: string;

beforeAll(async () => {
  google = await startGoogle(sheets);
  const variables = { GOOGLE_CLIENT_ID: "client", GOOGLE_CLIENT_SECRET: "client-secret" };
  app = await createApp({
    connectors: [googleSheetsConnector({ server: google.url })],
    accounts: { variables },
    logger: false,
  });
  ({ url } = await app.listen({ port: 0 }));
});

afterAll(async () => {
  await app.close();
  await google.close();
});

beforeEach(() => {
  // Each test starts with the full quota of reads per minute.
  configureStore(new MemoryStore());
  configureEgress({ allow: "127.0.0.1/32:*" });
  before = google.requests.length;
});

/** Returns the requests to Google in this test: decoded paths with queries. */
function asked(): readonly string[] {
  return google.requests
    .slice(before)
    .map((request) => decodeURIComponent(request.url.pathname + request.url.search));
}

async function post(path: string, body: unknown) {
  const headers = { "content-type": "application/json" };
  const response = await fetch(new URL(path, url), { method: "POST", headers, body: JSON.stringify(body) });
  return { status: response.status, body: await response.json() };
}

describe("googleSheetsConnector()", () => {
  it("signs in with Google: asks for offline access, takes the code, names the account", async () => {
    const begun = await post("/oauth2/v1/authorize", { callback_uri: callback, state: "s" });
    const address = new URL(String((begun.body as Record<string, unknown>)["redirect_uri"]));
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      access_type: "offline",
      prompt: "consent",
      state: "s",
      scope: expect.stringContaining("spreadsheets.readonly"),
    });
    const finish = { fields: { callback_uri: callback }, code: "good", state: "s" };
    expect(await post("/oauth2/v1/access_token", finish)).toMatchObject({
      status: 200,
      body: { name: "ada@example.org", access_token: "first", refresh_token: "keep" },
    });
  });

  it("refreshes an access token that is over, and keeps the refresh token", async () => {
    const over = { ...account, access_token: "over", expires_on: "2026-01-01T00:00:00.000Z" };
    expect(await post("/validate", { id: "oauth2", fields: over })).toMatchObject({
      status: 200,
      body: { name: "ada@example.org", access_token: "fresh", refresh_token: "keep" },
    });
    const revoked = { ...over, refresh_token: "revoked" };
    expect(await post("/validate", { id: "oauth2", fields: revoked })).toMatchObject({
      status: 401,
      body: { code: "account_expired" },
    });
  });

  it("offers spreadsheets over all pages, and the sheets of the chosen one that have rows", async () => {
    expect((await post("/datalist?source=rows&field=spreadsheet", account)).body).toMatchObject([
      { title: "Orders", value: "book" },
      { title: "Plan", value: "other" },
    ]);
    expect((await post("/datalist?source=rows&field=sheet&spreadsheet=book", account)).body).toMatchObject([
      { title: "It's 2026", value: "7" },
      { title: "Empty", value: "9" },
      { title: "Long", value: "10" },
    ]);
  });

  it("types columns by the formats of their cells", async () => {
    const { body } = await post("/schema", { source: "rows", account, filter: orders });
    const types = Object.entries(body as Record<string, { type: string }>).map(([id, { type }]) => [
      id,
      type,
    ]);
    expect(Object.fromEntries(types)).toEqual({
      Id: "number",
      Name: "text",
      Day: "date",
      At: "date",
      Took: "text",
      Paid: "bool",
      "Name 2": "text",
      "Column H": "text",
      Mixed: "text",
    });
  });

  it("reads rows: serial numbers become days and instants in the sheet's zone, empty rows are left out", async () => {
    const { status, body } = await post("/", { source: "rows", account, filter: orders });
    expect(status).toBe(200);
    const empty = {
      Name: null,
      Day: null,
      At: null,
      Took: null,
      Paid: null,
      "Name 2": null,
      "Column H": null,
    };
    expect(body).toEqual([
      {
        Id: 1,
        Name: "Ada",
        Day: "2026-03-01",
        At: "2026-06-28T10:00:00.000Z",
        Took: "06:00:00",
        Paid: true,
        "Name 2": "x",
        "Column H": "unnamed",
        Mixed: "5",
      },
      { ...empty, Id: 2.5, At: "2026-01-17T05:00:00.000Z", Took: "36:00:00", Paid: false, Mixed: "five" },
      { ...empty, Id: null, Name: "=SUM", Mixed: null },
    ]);
    expect(asked().find((path) => path.includes("/values/"))).toContain("/values/'It''s 2026'!A2:I1000?");
  });

  it("reads a long sheet in blocks, every row once", async () => {
    const { body } = await post("/", {
      source: "rows",
      account,
      filter: { spreadsheet: "book", sheet: "10" },
    });
    const numbers = (body as { n: number }[]).map(({ n }) => n);
    expect(numbers).toEqual(Array.from({ length: 25_000 }, (_, index) => index));
    expect(asked().filter((path) => path.includes("/values/"))).toHaveLength(3);
  });

  it.each([
    ["a sheet that is gone", { ...orders, sheet: "99" }, 400, "invalid_field", "sheet"],
    ["an empty sheet", { ...orders, sheet: "9" }, 400, "invalid_field", "header"],
    ["a header row below the sheet", { ...orders, header: 2000 }, 400, "invalid_field", "header"],
    ["a header row that is none", { ...orders, header: 1.5 }, 400, "invalid_field", "header"],
    ["no sheet", { spreadsheet: "book" }, 400, "missing_field", "sheet"],
    ["a spreadsheet that is gone", { ...orders, spreadsheet: "gone" }, 400, "invalid_field", undefined],
    ["a used-up quota", { ...orders, spreadsheet: "busy" }, 429, "rate_limited", undefined],
  ])("answers %s with a status and a sentence", async (_what, filter, status, code, field) => {
    const answer = await post("/", { source: "rows", account, filter });
    expect(answer).toMatchObject({ status, body: { code, ...(field !== undefined && { field }) } });
  });

  it("says that the account does not work when Google refuses its token", async () => {
    const wrong = { auth: "oauth2", access_token: "wrong" };
    const answer = await post("/", { source: "rows", account: wrong, filter: orders });
    expect(answer).toMatchObject({ status: 401, body: { code: "account_invalid" } });
    expect(JSON.stringify(answer.body)).not.toContain("invalid authentication credentials");
  });
});
