import { once } from "node:events";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Connector } from "@wellhead/client";
import { engineThreads } from "@wellhead/test-support/properties/engine-threads";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { Results } from "../store/results.js";
import { loadReadings } from "./load-readings.js";
import { planReadings } from "./plan-readings.js";

// A connector in plain node:http that refuses requests before their first row.

const number = (id: string) => ({ [id]: { id, name: id, type: "number" } });
const application = {
  id: "shop",
  name: "Shop",
  version: "1.0.0",
  authentication: [{ id: "none", name: "None", fields: [] }],
  sources: [
    { id: "orders", name: "Orders", filter: [], fields: number("id") },
    { id: "loose", name: "Declares no columns", filter: [] },
    {
      id: "lines",
      name: "Lines",
      filter: [{ id: "id", title: "Order", type: "number" }],
      fields: { ...number("id"), ...number("price") },
    },
  ],
};

let server: http.Server;
let results: Results;
/** The orders that were asked for. */
const asked: unknown[] = [];
/** Returns the status of a request for rows. */
let statusOf: (source: string, id: number | undefined) => number = () => 200;

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const text = (await request.setEncoding("utf8").toArray()).join("");
  const send = (status: number, value: unknown) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
  if (request.method === "GET") {
    send(200, application);
    return;
  }
  // The client sends an object.
  const { source, filter } = JSON.parse(text) as { source: string; filter?: { id?: number } };
  const id = filter?.id;
  if (id !== undefined) asked.push(id);
  const status = statusOf(source, id);
  if (status !== 200) send(status, { message: `The warehouse says ${status}.` });
  else send(200, id === undefined ? [1, 2, 3, 4, 5].map((one) => ({ id: one })) : [{ id, price: id * 10 }]);
}

beforeAll(async () => {
  server = http.createServer((request, response) => void answer(request, response)).listen(0, "127.0.0.1");
  await once(server, "listening");
  results = await Results.open(engineThreads);
});
afterEach(() => {
  asked.length = 0;
});
afterAll(async () => {
  await results.close();
  server.close().closeAllConnections();
});

/** Runs a statement over the connector, which is named shop in it, and another name in the results. */
async function run(sql: string, { allowsPartial = false } = {}) {
  const name = `shop${Math.random().toString(36).slice(2)}`;
  const statement = sql.replaceAll("shop.", `${name}.`);
  // A server on a TCP port has an address of this type.
  const connector = new Connector(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const { signal } = new AbortController();
  const connectors = [{ name, open: () => Promise.resolve({ connector, account: undefined }) }];
  const readings = await planReadings(await results.inspect(statement), { connectors, signal });
  const loaded = await loadReadings(readings, { results, signal, allowsPartial });
  const { rows } = await (await results.query(statement)).window({ offset: 0, limit: 100 });
  return { rows, missing: loaded.map(({ incomplete }) => incomplete?.message.replaceAll(name, "shop")) };
}

const joined = "select o.id, l.price from shop.orders o join shop.lines l on l.id = o.id order by 1";

test("a refused request fails with the name of its source", async () => {
  statusOf = (source) => (source === "lines" ? 500 : 200);
  await expect(run(joined)).rejects.toThrow(/^Could not read shop\w*\."lines": The warehouse says 500/);
  statusOf = () => 429;
  await expect(run("select * from shop.loose")).rejects.toMatchObject({ status: 429, isRetryable: true });
});

test("one request of a join that fails leaves the rows of the others, if rows may be missing", async () => {
  statusOf = (_source, id) => (id === 2 || id === 4 ? 503 : 200);
  expect(await run(joined, { allowsPartial: true })).toEqual({
    rows: [1, 3, 5].map((id) => [`${id}`, `${id * 10}`]),
    missing: [
      undefined,
      expect.stringMatching(
        /^Could not read all of shop\."lines": the connector stopped after 3 rows: 2 of 5 requests failed: The warehouse says 503/,
      ),
    ],
  });
  expect(new Set(asked)).toEqual(new Set([1, 2, 3, 4, 5]));
});

test.each(["orders", "loose"])(
  "a source that fails is an empty table, if rows may be missing: %s",
  async (source) => {
    statusOf = (refused) => (refused === source ? 500 : 200);
    const sql = `select l.id from shop.${source} l union all select 7`;
    await expect(run(sql)).rejects.toThrow("The warehouse says 500");
    expect(await run(sql, { allowsPartial: true })).toEqual({
      rows: [["7"]],
      missing: [expect.stringContaining("the connector stopped after 0 rows: The warehouse says 500")],
    });
  },
);

test.each([400, 401, 403])(
  "a request that never succeeds fails even if rows may be missing: %i",
  async (status) => {
    statusOf = (_source, id) => (id === 2 ? status : 200);
    await expect(run(joined, { allowsPartial: true })).rejects.toMatchObject({
      status,
      message: expect.stringContaining('."lines": The warehouse says'),
    });
    expect(asked.at(-1)).toBe(2);
  },
);
