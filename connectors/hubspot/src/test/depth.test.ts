import { configureEgress } from "@wellhead/runtime";
import { skipWaits, type TestUpstream } from "@wellhead/runtime/testing";
import { type App, createApp } from "@wellhead/server";
import { afterEach, describe, expect, it } from "vitest";
import { hubspotConnector } from "../hubspot-connector.js";
import type { Crm, StoredObject } from "./hubspot-answers.js";
import { startHubspot, token } from "./start-hubspot.js";

let upstream: TestUpstream;
let app: App;

afterEach(async () => {
  await app.close();
  await upstream.close();
});

type Row = Readonly<Record<string, unknown>>;

async function serve(crm: Crm) {
  configureEgress({ allow: "127.0.0.1/32:*" });
  skipWaits();
  upstream = await startHubspot(() => crm);
  app = await createApp({
    connectors: [hubspotConnector({ baseUrl: upstream.url, signIn: false })],
    logger: false,
  });
  const { url } = await app.listen({ port: 0 });
  const account = { auth: "token", token };
  return async (body: object, path = "/") => {
    const response = await fetch(new URL(path, url), {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ account, ...body }),
    });
    return (await response.json()) as readonly Row[];
  };
}

function objectsOf(count: number, first = 1): readonly StoredObject[] {
  return Array.from({ length: count }, (_, index) => {
    const changed = new Date(Date.UTC(2026, 0, 1) + index * 86_400_000).toISOString();
    return { id: String(first + index), properties: { name: `Name ${index}`, hs_lastmodifieddate: changed } };
  });
}

describe("types of objects", () => {
  it.each(["products", "quotes", "calls", "emails", "meetings", "notes", "tasks"])(
    "have a source with their properties and associations: %s",
    async (type) => {
      const crm = { objects: { [type]: objectsOf(120) }, associations: { [`${type}/1/deals`]: ["9"] } };
      const read = await serve(crm);
      const rows = await read({ source: type, filter: { properties: ["name"] } });
      expect([rows.length, rows[0]?.["name"]]).toEqual([120, "Name 0"]);
      expect(rows[0]?.["deals ids"]).toEqual(type === "products" ? undefined : ["9"]);
    },
  );

  it("that the account defined are read by their id, with the choices that HubSpot has", async () => {
    const read = await serve({ objects: { "2-77": objectsOf(250) } });
    const query = "source=custom-objects&field=type";
    expect(await read({ auth: "token", token }, `/datalist?${query}`)).toMatchObject([
      { title: "Cars", value: "2-77" },
    ]);
    const filter = { type: "2-77", properties: ["name"] };
    expect(await read({ source: "custom-objects", filter })).toHaveLength(250);
    const changed = { ...filter, modified: { _min: "2026-01-03", _max: "2026-01-04" } };
    expect((await read({ source: "custom-objects", filter: changed })).map(({ id }) => id)).toEqual([
      "3",
      "4",
    ]);
  });
});

describe("archived objects", () => {
  const crm = { objects: { deals: objectsOf(3) }, archived: { deals: objectsOf(130, 1000) } };

  it("are read in place of the others, with the time of their deletion", async () => {
    const read = await serve(crm);
    const rows = await read({ source: "deals", filter: { archived: true, properties: ["name"] } });
    expect(rows).toHaveLength(130);
    expect(rows[0]).toMatchObject({ id: "1000", name: "Name 0", "archived at": "2026-02-01T10:00:00.000Z" });
  });

  it("are not among the others", async () => {
    const read = await serve(crm);
    const rows = await read({ source: "deals", filter: { properties: ["name"] } });
    expect(rows.map(({ id }) => id)).toEqual(["1", "2", "3"]);
    expect(Object.keys(rows[0] ?? {})).not.toContain("archived at");
  });

  it("are searched for a period by the time that they have", async () => {
    const read = await serve(crm);
    const filter = { archived: true, properties: ["name"], modified: { _min: "2026-03-01" } };
    expect(await read({ source: "deals", filter })).toEqual([]);
  });
});

describe("the history of properties", () => {
  const versions = [
    { value: "won", timestamp: "2026-01-05T00:00:00.000Z", sourceType: "CRM_UI", updatedByUserId: 7 },
    { value: "open", timestamp: "2026-01-01T00:00:00.000Z", sourceType: "IMPORT", sourceId: "i1" },
  ];
  const deals = objectsOf(130).map((deal) => ({ ...deal, history: { stage: versions, name: [] } }));

  it("has a row for each value, of every object", async () => {
    const read = await serve({ objects: { deals } });
    const filter = { type: "deals", properties: ["stage", "name"] };
    const rows = await read({ source: "property-history", filter });
    expect(rows).toHaveLength(260);
    expect(rows.slice(0, 2)).toEqual([
      expect.objectContaining({
        object_id: "1",
        property: "stage",
        value: "won",
        source: "CRM_UI",
        user_id: "7",
      }),
      expect.objectContaining({ object_id: "1", property: "stage", value: "open", source_id: "i1" }),
    ]);
  });

  it("is that of a period, of objects that were changed since its start", async () => {
    const read = await serve({ objects: { deals } });
    const changed = { _min: "2026-01-03", _max: "2026-01-06" };
    const filter = { type: "deals", properties: ["stage"], changed };
    const rows = await read({ source: "property-history", filter });
    expect(rows).toHaveLength(128);
    expect(new Set(rows.map(({ value }) => value))).toEqual(new Set(["won"]));
  });
});

it("reads lists and their members", async () => {
  const records = Array.from({ length: 230 }, (_, index) => String(index));
  const lists = [
    { id: "5", name: "Customers", records },
    { id: "6", name: "Empty", records: [] },
  ];
  const read = await serve({ objects: {}, lists });
  expect(await read({ source: "lists" })).toMatchObject([
    { id: "5", name: "Customers", kind: "MANUAL", size: 230 },
    { id: "6", size: 0 },
  ]);
  const members = await read({ source: "list-members", filter: { list: "5" } });
  expect(members.map((row) => row["record_id"])).toEqual(records);
});
