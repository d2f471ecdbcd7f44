import { configureEgress } from "@wellhead/runtime";
import type { TestUpstream } from "@wellhead/runtime/testing";
import { type App, createApp } from "@wellhead/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { airtableConnector } from "./airtable-connector.js";
import { startAirtable } from "./test/start-airtable.js";

const account = { auth: "token", token: "pat.right" };
const filter = { base: "appA", table: "tblBooks" };

let airtable: TestUpstream;
let app: App;
let url: string;

beforeAll(async () => {
  configureEgress({ allow: "127.0.0.1/32:*" });
  airtable = await startAirtable();
  app = await createApp({
    connectors: [airtableConnector({ baseUrl: `${airtable.url}/v0` })],
    logger: silent,
  });
  ({ url } = await app.listen({ port: 0 }));
});

afterAll(async () => {
  await app.close();
  await airtable.close();
});

async function post(path: string, body: unknown) {
  const headers = { "content-type": "application/json" };
  const response = await fetch(new URL(path, url), { method: "POST", headers, body: JSON.stringify(body) });
  return { status: response.status, body: await response.json() };
}

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

describe("airtableConnector()", () => {
  it("names a good account and refuses a bad one", async () => {
    expect(await post("/validate", { fields: account })).toMatchObject({
      status: 200,
      body: { name: "ada@example.org" },
    });
    expect(await post("/validate", { fields: { token: "pat.wrong" } })).toMatchObject({ status: 401 });
  });

  it("offers bases over all pages, their tables, and their views", async () => {
    const bases = await post("/datalist?source=records&field=base", account);
    expect(bases.body).toMatchObject([
      { title: "Library", value: "appA" },
      { title: "Garden", value: "appB" },
    ]);
    const found = await post("/datalist?source=records&field=table&base=appA", account);
    expect(found.body).toMatchObject([{ title: "Books", value: "tblBooks" }]);
    const views = await post("/datalist?source=records&field=view&base=appA&table=tblBooks", account);
    expect(views.body).toMatchObject([{ title: "All", value: "viwAll" }]);
  });

  it("returns the columns of the table's fields", async () => {
    const { body } = await post("/schema", { source: "records", account, filter });
    const types = Object.entries(body as Record<string, { type: string }>).map(([id, { type }]) => [
      id,
      type,
    ]);
    expect(types).toEqual([
      ["record id", "id"],
      ["created time", "date"],
      ["Title", "text"],
      ["Pages", "number"],
      ["Read", "bool"],
      ["Bought", "date"],
      ["Tags", "array[text]"],
      ["Cover", "array[text]"],
      ["Lent to", "text"],
      ["Score", "number"],
      ["Shelf", "array[text]"],
    ]);
  });

  it("reads all records, typed", async () => {
    const { status, body } = await post("/", { source: "records", account, filter });
    expect({ status, length: (body as unknown[]).length }).toEqual({ status: 200, length: 250 });
    expect((body as unknown[])[0]).toEqual({
      "record id": "rec0",
      "created time": "2026-03-03T10:00:00.000Z",
      Title: "The Patient Tide",
      Pages: 320,
      Read: true,
      Bought: "2026-03-01",
      Tags: ["sea", "old"],
      Cover: ["https://files.example/1.png"],
      "Lent to": "Ada",
      Score: null,
      Shelf: ["A", "3"],
    });
    expect((body as unknown[])[1]).toMatchObject({ Title: "Book 1", Pages: null, Read: false, Tags: null });
  }, 15_000);

  it("asks for a view, and for records created within a range", async () => {
    const range = { _min: "2026-03-01", _max: "2026-03-02" };
    await post("/", {
      source: "records",
      account,
      filter: { ...filter, view: "viwAll", created: range },
      limit: 1,
    });
    const asked = airtable.requests.findLast((request) => request.url.searchParams.has("view"));
    const query = decodeURIComponent(asked?.url.search ?? "");
    expect(query).toContain("view=viwAll");
    expect(query).toContain("NOT(IS_BEFORE(CREATED_TIME(),+'2026-03-01T00:00:00.000Z'))");
    expect(query).toContain("NOT(IS_AFTER(CREATED_TIME(),+'2026-03-02T23:59:59.999Z'))");
  });

  it.each([
    [{ base: "appNone", table: "tblBooks" }, 401, /may not read this base/],
    [{ base: "appA", table: "tblGone" }, 400, /the base has no table with that id/],
    [{ base: "appLost", table: "tblLost" }, 503, /no longer knows the position in the list/],
  ])(
    "says what is wrong with %j",
    async (place, status, sentence) => {
      expect(await post("/", { source: "records", account, filter: place })).toMatchObject({
        status,
        body: { error: expect.stringMatching(sentence) as string },
      });
    },
    15_000,
  );

  it("asks a person who waits for a form to come back when the limit is reached", async () => {
    expect(await post("/datalist?source=records&field=table&base=appBusy", account)).toMatchObject({
      status: 429,
      body: { retryAfter: 30, tryLater: true },
    });
  });
});
