import { afterEach, describe, expect, test } from "vitest";
import {
  call,
  type Era,
  type ForeignAnswers,
  sendLines,
  TestServer,
  type TestServerOptions,
} from "../test/test-server.js";

const servers: TestServer[] = [];

afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.stop()));
});

async function start(
  answers: Readonly<Record<string, ForeignAnswers>>,
  options?: TestServerOptions,
): Promise<TestServer> {
  const server = await TestServer.start(answers, options);
  servers.push(server);
  return server;
}

const orders = [
  '{"id":9007199254740993,"account":7,"amount":99999999999999999999.01}',
  '{"id":2,"account":7,"amount":0.10}',
  '{"id":3,"account":8,"amount":0.30}',
];
const shop: ForeignAnswers = {
  sources: { orders: { id: "number", account: "number", amount: "number" } },
  filter: [{ id: "region", title: "Region", type: "list", optional: true, options: ["north", "south"] }],
  post: { "/": (response) => sendLines(response, orders) },
};
const crm: ForeignAnswers = {
  sources: { accounts: { id: "number", name: "text" } },
  post: {
    "/": (response) => response.setHeader("content-type", "text/csv").end("id,name\r\n7,Ada\r\n8,00501\r\n"),
  },
};

describe.each<Era>(["auto", "legacy"])("the server, to a client of the era %j", (era) => {
  test("lists the same tools in the same order, which only read", async () => {
    const client = await (await start({ shop })).connect(era);
    expect(client.getNegotiatedProtocolVersion()).toBe(era === "auto" ? "2026-07-28" : "2025-11-25");
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      "list_connectors",
      "search_sources",
      "describe_source",
      "filter_options",
      "read_rows",
      "run_sql",
      "explain_sql",
      "get_result",
      "cancel_result",
    ]);
    for (const { name, annotations, outputSchema, inputSchema } of tools) {
      expect(annotations).toMatchObject({ readOnlyHint: name !== "cancel_result", destructiveHint: false });
      expect(outputSchema).toMatchObject({ type: "object" });
      expect(inputSchema).toMatchObject({ additionalProperties: false });
    }
    // All schemas together take a small part of a context.
    expect(JSON.stringify(tools).length).toBeLessThan(24_000);
  });

  test("leads from words to a source, its filters, their options and its rows", async () => {
    const client = await (await start({ shop, crm })).connect(era);
    expect((await call(client, "list_connectors")).data).toEqual({
      connectors: ["shop", "crm"].map((name) => ({
        name,
        title: "Foreign",
        description: "Speaks the contract",
        sources: 1,
      })),
      connectorCount: 2,
    });
    expect((await call(client, "search_sources", { words: "AMOUNT orders" })).data).toMatchObject({
      sources: [{ connector: "shop", source: "orders", table: '"shop"."orders"' }],
      sourceCount: 1,
      nextOffset: null,
    });
    expect(
      (await call(client, "describe_source", { connector: "shop", source: "orders" })).data,
    ).toMatchObject({
      filters: [{ id: "region", type: "list", required: false, hasOptions: true }],
      columns: [{ id: "id" }, { id: "account" }, { id: "amount" }],
    });
    const options = { connector: "shop", source: "orders", filter: "region" };
    expect((await call(client, "filter_options", options)).data).toMatchObject({
      options: [{ value: "north" }, { value: "south" }],
      optionCount: 2,
      omittedCount: 0,
    });
    const rows = await call(client, "read_rows", { connector: "shop", source: "orders", limit: 2 });
    // Digits that a double would change are text, in both copies.
    expect(rows.data["rows"]).toEqual([
      ["9007199254740993", 7, "99999999999999999999.01"],
      [2, 7, 0.1],
    ]);
    expect(JSON.parse(rows.text)).toEqual(rows.data);
  });
});

describe("run_sql", () => {
  test("joins connectors, and says where the rows come from", async () => {
    const server = await start({ shop, crm }, { now: () => Date.UTC(2026, 0, 2) });
    const client = await server.connect();
    const sql = `select a.name, sum(o.amount) as total, max(o.id) as last
      from shop.orders o join crm.accounts a on a.id = o.account group by 1 order by 1`;
    const { data } = await call(client, "run_sql", { sql });
    expect(data).toMatchObject({
      status: "done",
      rows: [
        ["00501", 0.3, 3],
        ["Ada", "99999999999999999999.11", "9007199254740993"],
      ],
      rowsRead: 5,
      provenance: {
        readAt: "2026-01-02T00:00:00.000Z",
        complete: true,
        sources: [
          { connector: "crm", source: "accounts", rows: 2, complete: true },
          { connector: "shop", source: "orders", rows: 3, complete: true },
        ],
        requests: [
          { connector: "crm", request: "GET /", count: 1 },
          { connector: "shop", request: "GET /", count: 1 },
          { connector: "crm", request: "POST /", count: 1 },
          { connector: "shop", request: "POST /", count: 1 },
        ],
      },
    });
    const { data: plan } = await call(client, "explain_sql", { sql: "select sum(amount) from orders" });
    expect(plan).toMatchObject({
      readings: [{ connector: "shop", source: "orders", columns: ["amount"], limit: null }],
    });
    expect(server.connectors["shop"]?.bodies.get("/")).toHaveLength(1);
  });
});
