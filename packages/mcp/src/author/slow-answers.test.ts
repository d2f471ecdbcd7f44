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
import type { Author, JudgeQuery } from "./author.js";
import type { Judgement } from "./judge-run.js";

let connector: ForeignConnector;
let server: HttpServer | undefined;
let client: Client;
/** Rows that the connector returns, up to the limit of a request. */
let rowCount = 0;
const clean: Judgement = { headline: "93 of 93", counts: { pass: 93 }, findings: [] };

beforeEach(async () => {
  connector = await startForeignConnector({
    rows: (response, body) => {
      const { limit } = body as { readonly limit?: number };
      const rows = Array.from({ length: Math.min(rowCount, limit ?? rowCount) }, (_, id) => ({
        id,
        size: "s".repeat(200),
      }));
      response
        .setHeader("content-type", "application/x-ndjson")
        .end(rows.map((row) => `${JSON.stringify(row)}\n`).join(""));
    },
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
    explain: (error) => (error instanceof RangeError ? error.message : undefined),
  });
  const headers = { authorization: `Bearer ${server.token}` };
  await client.connect(new StreamableHTTPClientTransport(server.url, { requestInit: { headers } }));
}

/** Opens a folder whose judge waits until the test ends its runs. */
async function openSlowJudge() {
  const begun: JudgeQuery[] = [];
  const end = new EventEmitter();
  await open({
    judge: async (query) => {
      query.onJudging("data.lines");
      query.onJudged(1, 93, "data.lines");
      query.onJudging("data.whole");
      begun.push(query);
      await once(end, "end");
      return clean;
    },
  });
  return { begun, end: () => end.emit("end") };
}

test("run_judge says how far a slow run is and what it waits for, and the same call waits for its end", async () => {
  const { begun, end } = await openSlowJudge();
  await call(client, "run_judge", { maxSeconds: 0 });
  await expect.poll(() => begun.length).toBe(1);
  expect((await call(client, "run_judge", { maxSeconds: 0 })).data).toMatchObject({
    complete: false,
    headline: expect.stringMatching(
      /^The run goes on: 1 of 93 requirements .* data\.whole for \d+ s\.$/,
    ) as string,
    next: expect.stringContaining("run_judge") as string,
    waitingFor: [{ id: "data.whole" }],
    findingCount: 0,
  });
  end();
  expect((await call(client, "run_judge")).data).toMatchObject({
    complete: true,
    next: "",
    counts: { pass: 93 },
  });
  expect(begun.length).toBe(1);
  // The result was returned, so the next call judges again.
  await call(client, "run_judge", { maxSeconds: 0 });
  await expect.poll(() => begun.length).toBe(2);
});

test("run_judge ends a run when it is called with other arguments", async () => {
  const { begun } = await openSlowJudge();
  await call(client, "run_judge", { maxSeconds: 0 });
  await expect.poll(() => begun.length).toBe(1);
  expect(begun[0]?.signal.aborted).toBe(false);
  await call(client, "run_judge", { maxSeconds: 0, only: ["data.whole"] });
  expect(begun[0]?.signal.aborted).toBe(true);
});

test("run_judge reports its progress while it waits", async () => {
  const { end } = await openSlowJudge();
  const messages: string[] = [];
  const counts: number[] = [];
  const answer = await client.callTool(
    { name: "run_judge", arguments: {} },
    {
      onprogress: ({ progress, message = "" }) => {
        if (!message.includes("data.whole")) return;
        counts.push(progress);
        messages.push(message);
        if (counts.length === 2) end();
      },
    },
  );
  expect(answer.structuredContent).toMatchObject({ complete: true });
  expect(messages[0]).toContain("1 of 93 requirements");
  expect(counts[1]).toBeGreaterThan(counts[0] ?? 0);
});

test("play_faults reports its progress", async () => {
  await open({
    playFaults: ({ onPlayed }) => {
      onPlayed(3, 40);
      return Promise.resolve([]);
    },
  });
  const reported: unknown[] = [];
  await client.callTool(
    { name: "play_faults", arguments: {} },
    { onprogress: ({ progress, message }) => reported.push([progress, message]) },
  );
  expect(reported).toEqual([[3, "3 of 40 faults have been played"]]);
});

test("an error of several lines has lines, and no escapes", async () => {
  await open({
    judge: () => Promise.reject(new RangeError('Could not read "C:\\a":\nit is "gone"\u200B.')),
  });
  const { text, isError } = await call(client, "run_judge");
  expect(isError).toBe(true);
  expect(text).toBe('Could not read "C:\\a":\nit is "gone"\\u200b.');
});

test("check_files shows the end of a long type error, which says what is wrong", async () => {
  const message = `TS2322: ${"Type A is not assignable to type B. ".repeat(200)}Types of property 'order' are incompatible.`;
  const fault = { message, place: "connector.ts:1:1", code: [], page: "" };
  const loaded = await testAuthor(connector.url).load("checked");
  await open({ load: () => Promise.resolve({ ...loaded, typeFaults: [fault] }) });
  const { data } = await call(client, "check_files");
  const [{ message: shown }] = data["typeFaults"] as [{ readonly message: string }];
  expect(shown).toMatch(/^TS2322: Type A .*…/);
  expect(shown.endsWith("Types of property 'order' are incompatible.")).toBe(true);
  expect(shown.length).toBeLessThanOrEqual(1200);
});

test.each([
  { rows: 50, ending: "whole", count: 50, note: /^Only the first \d+ of 50 rows fit here/ },
  {
    rows: 51,
    ending: "limited",
    count: 50,
    note: /^The source has more than these 50 rows\. Pass a larger limit/,
  },
  { rows: 3, ending: "whole", count: 3, note: /^$/ },
])("preview_rows of $rows rows says whether they are all", async ({ rows, ending, count, note }) => {
  rowCount = rows;
  await open({});
  const { data } = await call(client, "preview_rows", { source: "things" });
  expect(data).toMatchObject({ ending, rowCount: count, note: expect.stringMatching(note) as string });
});
