import { EventEmitter, once } from "node:events";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import {
  type ForeignConnector,
  startForeignConnector,
} from "@wellhead/test-support/services/foreign-connector";
import { afterEach, beforeEach, expect, test } from "vitest";
import { testAuthor } from "../../test/test-author.js";
import { call } from "../../test/test-server.js";
import { type HttpServer, serveOverHttp } from "../transport/serve-over-http.js";
import type { Author, LoadedFiles } from "./author.js";

let connector: ForeignConnector;
let server: HttpServer | undefined;
let client: Client;

beforeEach(async () => {
  connector = await startForeignConnector({
    application: {
      sources: ["things", "others"].map((id) => ({ id, name: id, description: "", filter: [] })),
    },
    rows: (response) =>
      response.setHeader("content-type", "application/x-ndjson").end('{"id":"1"}\n{"id":"2"}\n'),
  });
  client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode: "auto" } });
});
afterEach(async () => {
  await client.close();
  await server?.close();
  await connector.close();
});

async function open(members: Partial<Author>): Promise<void> {
  server = await serveOverHttp({
    author: testAuthor(connector.url, members),
    version: "1.2.3",
    explain: () => undefined,
  });
  const headers = { authorization: `Bearer ${server.token}` };
  await client.connect(new StreamableHTTPClientTransport(server.url, { requestInit: { headers } }));
}

const loaded: LoadedFiles = {
  revision: 1,
  loadedAt: "2026-03-08T12:00:00.000Z",
  ms: 1,
  typeFaults: [],
  connectors: [],
};
const remark = {
  request: "GET api.example/things",
  remark: "A list may be incomplete: it has another page.",
};
const shown = "A list may be incomplete: it has another page. [GET api.example/things]";

test("check_files counts no type faults where types could not be checked, and no rows where none were compared", async () => {
  const difference = {
    connector: "foreign",
    source: "things",
    rows: "could not compare: 429",
    remarks: [remark],
  };
  await open({ load: () => Promise.resolve({ ...loaded, unchecked: "install @types/node", difference }) });
  const { data } = await call(client, "check_files");
  expect(data).toMatchObject({
    typeFaultCount: null,
    typesUnchecked: "Types could not be checked completely: install @types/node.",
    difference: { problem: "could not compare: 429", before: null, after: null, remarks: [shown] },
  });
});

test("check_files counts the type faults that it knows, although others may be missing", async () => {
  const fault = { message: "TS2322", place: "moons.ts:1:1", code: [], page: "" };
  await open({ load: () => Promise.resolve({ ...loaded, unchecked: "install x", typeFaults: [fault] }) });
  expect((await call(client, "check_files")).data).toMatchObject({ typeFaultCount: 1 });
});

test("preview_rows repeats what is conspicuous about the lists, of its own request, and says whether all rows were read", async () => {
  const asked: unknown[] = [];
  await open({
    remarks: (requestId, isWhole) => {
      asked.push([requestId, isWhole]);
      return Promise.resolve([remark]);
    },
  });
  const { data } = await call(client, "preview_rows", { source: "things" });
  expect(data).toMatchObject({ ending: "whole", remarks: [shown] });
  await call(client, "preview_rows", { source: "things", limit: 1 });
  expect(asked).toEqual([
    [(data as { requestId: string }).requestId, true],
    [expect.any(String), false],
  ]);
});

const finding = { id: "data.whole", level: "MUST", verdict: "fail", requirement: "r", found: "f", fix: "x" };

test("run_judge judges everything, then the rows and filters of the other sources", async () => {
  const rounds: unknown[] = [];
  await open({
    judge: ({ source, only, onJudged }) => {
      rounds.push([source, only]);
      onJudged(1, 1, "data.whole");
      const [headline, findings] = source === "others" ? ["1 fault", [finding]] : ["No fault found", []];
      return Promise.resolve({ headline, counts: { pass: 2 }, findings });
    },
  });
  const areas = ["sources", "data", "filters", "dates"];
  expect((await call(client, "run_judge")).data).toMatchObject({
    complete: true,
    next: "",
    headline: 'No fault found\nSource "others": 1 fault',
    counts: { pass: 4 },
    findings: [{ source: "others", id: "data.whole" }],
  });
  expect(rounds.splice(0)).toEqual([
    [undefined, []],
    ["others", areas],
  ]);
  await call(client, "run_judge", { source: "others" });
  expect(rounds.splice(0)).toEqual([["others", []]]);
  await call(client, "run_judge", { only: ["data.whole", "errors"] });
  expect(rounds.splice(0)).toEqual([
    [undefined, ["data.whole", "errors"]],
    ["others", ["data.whole"]],
  ]);
  await call(client, "run_judge", { only: ["errors"] });
  expect(rounds).toEqual([[undefined, ["errors"]]]);
});

test("run_judge names the source that it is judging, and the same call waits for it", async () => {
  const begun: unknown[] = [];
  const proceed = new EventEmitter();
  await open({
    judge: async ({ source }) => {
      begun.push(source);
      if (source === "others") await once(proceed, "now");
      return { headline: "No fault found", counts: {}, findings: [] };
    },
  });
  const query = { maxSeconds: 0 };
  await expect
    .poll(async () => (await call(client, "run_judge", query)).data["headline"])
    .toContain('of the source "others" (part 2 of 2)');
  proceed.emit("now");
  expect((await call(client, "run_judge")).data).toMatchObject({ complete: true });
  expect(begun).toEqual([undefined, "others"]);
});
