import { configureEgress } from "@wellhead/runtime";
import { skipWaits, startUpstream, type TestUpstream } from "@wellhead/runtime/testing";
import { type App, createApp } from "@wellhead/server";
import { afterEach, describe, expect, it } from "vitest";
import { airtableConnector } from "../airtable-connector.js";

let upstream: TestUpstream;
let app: App;

afterEach(async () => {
  await app.close();
  await upstream.close();
});

const tables = ["A", "B", "C"].map((name) => ({
  id: `tbl${name}`,
  name,
  primaryFieldId: `fld${name}`,
  fields: [
    { id: `fld${name}`, name: `Title of ${name}`, type: "singleLineText" },
    { id: "fldNumber", name: "Number", type: "number", options: { precision: 0 } },
    { id: "fldTags", name: "Tags", type: "multipleSelects" },
  ],
}));

/** Serves three tables with 130, 1 and 0 records; one of them may be removed after its description was read. */
async function serve(removed?: string) {
  configureEgress({ allow: "127.0.0.1/32:*" });
  skipWaits();
  upstream = await startUpstream(({ url }) => {
    if (url.pathname.endsWith("/tables")) return { body: { tables } };
    const [, name = ""] = /^\/v0\/appA\/tbl(\w)$/.exec(url.pathname) ?? [];
    if (name === removed) return { status: 404, body: { error: "NOT_FOUND" } };
    const count = { A: 130, B: 1 }[name] ?? 0;
    const all = Array.from({ length: count }, (_, index) => ({
      id: `rec${name}${index}`,
      createdTime: "2026-03-03T10:00:00.000Z",
      fields: { [`fld${name}`]: `${name} ${index}`, ...(index === 0 && { fldNumber: 7 }) },
    }));
    const start = Number(url.searchParams.get("offset")?.slice(3) ?? 0);
    const more = start + 100 < all.length ? { offset: `itr${start + 100}` } : {};
    return { body: { records: all.slice(start, start + 100), ...more } };
  });
  app = await createApp({
    connectors: [airtableConnector({ baseUrl: `${upstream.url}/v0`, signIn: false })],
    logger: false,
  });
  const { url } = await app.listen({ port: 0 });
  return async (filter: object) => {
    const response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({
        source: "all-records",
        filter: { base: "appA", ...filter },
        account: { auth: "token", token: "pat.right" },
      }),
    });
    return (await response.json()) as ReadonlyArray<Readonly<Record<string, unknown>>>;
  };
}

describe("the records of all tables", () => {
  it("have their table, and their values by the names of its fields", async () => {
    const read = await serve();
    const rows = await read({});
    expect(rows).toHaveLength(131);
    expect([rows[0], rows[130]]).toEqual([
      {
        record_id: "recA0",
        table_id: "tblA",
        table: "A",
        created: "2026-03-03T10:00:00.000Z",
        values: '{"Title of A":"A 0","Number":7}',
      },
      expect.objectContaining({ table: "B", values: '{"Title of B":"B 0","Number":7}' }),
    ]);
  });

  it("are those of the chosen tables", async () => {
    const read = await serve();
    expect((await read({ tables: ["tblB"] })).map((row) => row["record_id"])).toEqual(["recB0"]);
  });

  it("leave out a table that is removed meanwhile", async () => {
    const read = await serve("A");
    expect((await read({})).map((row) => row["record_id"])).toEqual(["recB0"]);
  });
});
