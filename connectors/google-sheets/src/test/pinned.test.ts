import { configureEgress, configureStore, MemoryStore } from "@wellhead/runtime";
import type { TestUpstream } from "@wellhead/runtime/testing";
import { type App, createApp } from "@wellhead/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { googleSheetsConnector } from "../google-sheets-connector.js";
import { startGoogle } from "./start-google.js";

const cellsOf = (rows: ReadonlyArray<readonly string[]>) =>
  rows.map((row) => row.map((value) => (value === "" ? {} : { value })));

let upstream: TestUpstream;
let app: App;

beforeAll(async () => {
  configureEgress({ allow: "127.0.0.1/32:*" });
  configureStore(new MemoryStore());
  upstream = await startGoogle([
    { id: 0, title: "Orders", cells: cellsOf([["Name"], ["Ada"], ["Bob"]]) },
    { id: 1, title: "Q1, 2026", cells: cellsOf([["Title"], ["", "City"], ["", "Oslo"]]) },
  ]);
  const sheets = { orders: "Orders", quarter: "'Q1, 2026'!B2:B", gone: "Invoices" };
  const connector = googleSheetsConnector({ server: upstream.url, pinned: { spreadsheet: "book", sheets } });
  const variables = { GOOGLE_CLIENT_ID: "client", GOOGLE_CLIENT_SECRET: "client-secret" };
  app = await createApp({ connectors: [connector], accounts: { variables }, logger: false });
});

afterAll(async () => {
  await app.close();
  await upstream.close();
});

async function post(url: string, source: string) {
  const account = { auth: "oauth2", access_token: "first", refresh_token: "keep" };
  const answer = await app.fastify.inject({ method: "POST", url, payload: { source, account, filter: {} } });
  return { status: answer.statusCode, body: JSON.parse(answer.body) as unknown };
}

describe("sheets that the operator named", () => {
  it("are the sources, and need no form", async () => {
    const { sources } = JSON.parse((await app.fastify.inject({ url: "/" })).body) as {
      readonly sources: ReadonlyArray<{ readonly id: string; readonly filter: readonly unknown[] }>;
    };
    expect(sources.map(({ id, filter }) => [id, filter.length])).toEqual([
      ["orders", 0],
      ["quarter", 0],
      ["gone", 0],
    ]);
  });

  it("are read by the names of sheets and by ranges", async () => {
    expect(await post("/", "orders")).toEqual({ status: 200, body: [{ Name: "Ada" }, { Name: "Bob" }] });
    expect(await post("/", "quarter")).toEqual({ status: 200, body: [{ City: "Oslo" }] });
  });

  it("are an error that says whom to ask when the spreadsheet does not have them", async () => {
    expect(await post("/", "gone")).toMatchObject({
      status: 502,
      body: {
        error: expect.stringMatching(
          /got "Invoices"\. The operator of the connector named these cells/,
        ) as string,
      },
    });
  });
});
