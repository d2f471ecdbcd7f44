import { configureEgress } from "@wellhead/runtime";
import { skipWaits, startUpstream, type UpstreamAnswer } from "@wellhead/runtime/testing";
import { describeMovingLists, type MovingItem, MovingItems, readServed } from "@wellhead/test-support";
import { expect, it } from "vitest";
import { airtableConnector } from "../airtable-connector.js";

configureEgress({ allow: "127.0.0.1/32:*" });
skipWaits();

/** Reads the records from a server whose offsets count records, which is the worst that the documentation allows. */
async function read(list: MovingItems, nameOf: () => string = () => "Title") {
  const upstream = await startUpstream(({ url }): UpstreamAnswer => {
    if (url.pathname === "/v0/meta/bases/appA/tables") return { body: { tables: [tableOf(nameOf())] } };
    const record = /^\/v0\/appA\/tblA\/rec(\d+)$/.exec(url.pathname)?.[1];
    const shown = (item: MovingItem) => recordOf(item, url, nameOf());
    if (record !== undefined) {
      const found = list.items.find(({ id }) => id === Number(record));
      return found === undefined ? { status: 404, body: { error: "NOT_FOUND" } } : { body: shown(found) };
    }
    const items = list.nextPage();
    const start = Number(url.searchParams.get("offset")?.slice(3) ?? 0);
    const end = start + 100;
    const more = end < items.length ? { offset: `itr${end}` } : {};
    return { body: { records: items.slice(start, end).map((item) => shown(item)), ...more } };
  });
  const rows: Row[] = [];
  try {
    const connector = airtableConnector({ baseUrl: `${upstream.url}/v0`, signIn: false });
    const account = { auth: "token", token: "pat.right" };
    const idOf = (row: Row) => {
      rows.push(row);
      return Number(String(row["record id"]).slice(3));
    };
    const reading = await readServed(connector, {
      source: "records",
      account,
      filter: { base: "appA", table: "tblA" },
      idOf,
    });
    return { ...reading, rows };
  } finally {
    await upstream.close();
  }
}

type Row = Readonly<Record<string, unknown>>;

function tableOf(name: string) {
  return {
    id: "tblA",
    name: "A",
    primaryFieldId: "fld1",
    fields: [{ id: "fld1", name, type: "singleLineText" }],
  };
}

function recordOf({ id, name, created }: MovingItem, url: URL, field: string) {
  const key = url.searchParams.get("returnFieldsByFieldId") === "true" ? "fld1" : field;
  return { id: `rec${id}`, createdTime: new Date(created).toISOString(), fields: { [key]: name } };
}

describeMovingLists({ records: { count: 350, read: (list) => read(list) } });

it("reads the cells of a field that is renamed during the read", async () => {
  const list = new MovingItems(350, { movement: "update", at: () => false, seed: 1 });
  const { rows } = await read(list, () => (list.borders > 0 ? "New title" : "Title"));
  expect(rows.map((row) => row["Title"])).toEqual(list.items.map(({ name }) => name));
});
