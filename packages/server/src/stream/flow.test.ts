import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { defineConnector, number, text } from "@wellhead/sdk";
import { pick } from "@wellhead/test-support/json/pick";
import { afterEach, describe, expect, test, vi } from "vitest";
import { type StartedApp, startApp } from "../../test/start-app.js";

let started: StartedApp | undefined;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await started?.app.close();
});

/** Records the calls to a source. */
interface Diary {
  pulled: number;
  /** Whether the source has begun to hang, or ten batches flow. */
  isReached: boolean;
  returned: number;
  abortedAt: number | undefined;
}

/** Returns a connector with a source that never ends by itself and records its calls. */
function endless(diary: Diary) {
  // Random hexadecimal text compresses only to half its size, so that the compressor's output also fills the buffers.
  const batch = Array.from({ length: 100 }, () => ({ note: randomBytes(500).toString("hex") }));
  return defineConnector({
    id: "endless",
    name: "Endless",
    version: "1",
    description: "Never ends",
    sources: (source) => ({
      rows: source({
        name: "Rows",
        filter: { hang: number({ optional: true }), how: text({ optional: true }) },
        async *rows({ signal, filter }) {
          signal.addEventListener("abort", () => {
            diary.abortedAt = performance.now();
          });
          try {
            for (;;) {
              if (diary.pulled === (filter.hang === -1 ? 10 : filter.hang)) diary.isReached = true;
              if (diary.pulled === filter.hang)
                await new Promise((resolve) => {
                  if (filter.how !== "deaf") signal.addEventListener("abort", resolve);
                });
              diary.pulled += 1;
              yield batch;
            }
          } finally {
            diary.returned += 1;
          }
        },
      }),
    }),
  });
}

function ask(url: string, filter: object = {}, headers: object = {}): ClientRequest {
  const asked = request(url, { method: "POST", headers: { "content-type": "application/json", ...headers } });
  asked.on("error", () => undefined);
  asked.end(JSON.stringify({ source: "rows", filter }));
  return asked;
}

function emptyDiary(): Diary {
  return { pulled: 0, isReached: false, returned: 0, abortedAt: undefined };
}

describe("a caller that leaves", () => {
  test.each([
    ["before the first batch", 0, {}],
    ["between two batches", 1, {}],
    ["between two batches, compressed", 1, { "accept-encoding": "gzip" }],
    ["while rows flow", -1, {}],
  ])("%s stops the source", async (_name, hang, headers) => {
    const diary = emptyDiary();
    started = await startApp([endless(diary)]);
    const asked = ask(started.url, { hang }, headers);
    asked.once("response", (response: IncomingMessage) => {
      response.on("error", () => undefined);
      response.resume();
    });
    await vi.waitFor(() => expect(diary.isReached).toBe(true), { timeout: 60_000, interval: 10 });
    asked.destroy();
    await vi.waitFor(() => expect(diary.returned).toBe(1), { timeout: 60_000 });
    expect(diary.abortedAt).toBeDefined();
    await vi.waitFor(() => expect(started?.lines.at(-1)).toContain('"ending":"gone"'), 60_000);
  });

  test("is released even when the source ignores its signal", async () => {
    const diary = emptyDiary();
    started = await startApp([endless(diary)]);
    const asked = ask(started.url, { hang: 0, how: "deaf" });
    await delay(50);
    asked.destroy();
    await vi.waitFor(() => expect(started?.lines.at(-1)).toContain('"ending":"gone"'), 60_000);
    expect(diary.pulled).toBe(0);
  });

  test("stops the other endpoints too", async () => {
    let stopped = false;
    const connector = defineConnector({
      id: "slow",
      name: "Slow",
      version: "1",
      description: "Slow",
      identify: ({ signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => {
            stopped = true;
            reject(new Error("stopped"));
          });
        }),
      sources: (source) => ({ rows: source({ name: "Rows", rows: () => [] }) }),
    });
    started = await startApp([connector]);
    const asked = ask(`${started.url}/validate`);
    await delay(50);
    asked.destroy();
    await vi.waitFor(() => expect(stopped).toBe(true), 60_000);
  });
});

test.each([
  ["application/x-ndjson", 100],
  ["application/vnd.wellhead.ndjson", 100],
  ["text/csv", 101],
])("rows of %s arrive as whole lines before the next row exists", async (accept, lines) => {
  started = await startApp([endless(emptyDiary())]);
  const asked = ask(started.url, { hang: 1 }, { accept });
  let received = "";
  asked.once("response", (response: IncomingMessage) => {
    response.on("error", () => undefined);
    response.setEncoding("utf8").on("data", (part: string) => {
      received += part;
    });
  });
  await vi.waitFor(() => expect(received.split("\n")).toHaveLength(lines + 1), {
    timeout: 60_000,
    interval: 10,
  });
  expect(received.endsWith("\n")).toBe(true);
  asked.destroy();
});

/** Requests rows over a connection that reads nothing until it is resumed. */
function askAndPause(url: string, headers: object = {}): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  sockets.push(socket);
  socket.on("error", () => undefined);
  socket.pause();
  const body = '{"source":"rows"}';
  const lines = Object.entries({
    host: "localhost",
    "content-type": "application/json",
    "content-length": body.length,
    ...headers,
  }).map(([name, value]) => `${name}: ${value}`);
  socket.write(`POST / HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n${body}`);
  return socket;
}

describe("a caller that does not read", () => {
  test.each([{}, { "accept-encoding": "gzip" }])(
    "makes the source wait, then is cut (%j)",
    async (headers) => {
      const diary = emptyDiary();
      started = await startApp([endless(diary)], { limits: { stallTimeout: 600 } });
      askAndPause(started.url, headers);
      await vi.waitFor(() => expect(started?.lines.at(-1)).toContain('"ending":"cut"'), { timeout: 60_000 });
      expect(started.lines.at(-2)).toContain("ReaderStalled");
      await vi.waitFor(() => expect(diary.returned).toBe(1), 60_000);
      // A batch has 100 KB, and no operating system buffers 1000 of them for one connection.
      expect(diary.pulled).toBeLessThan(1000);
    },
  );

  test("is counted as cut when the service stops, though the mark was written", async () => {
    const diary = emptyDiary();
    started = await startApp([endless(diary)], { limits: { drainTimeout: 50 } });
    askAndPause(started.url);
    await untilItWaits(diary);
    await started.app.close();
    await vi.waitFor(() => expect(started?.lines.at(-1)).toContain('"ending":"cut"'), { timeout: 60_000 });
  });

  test.each(["application/json", "application/x-ndjson", "application/vnd.wellhead.ndjson"])(
    "gets whole rows and the mark of %s if it reads on when the service has stopped",
    async (accept) => {
      const diary = emptyDiary();
      started = await startApp([endless(diary)], { limits: { drainTimeout: 50, closeTimeout: 60_000 } });
      const [response] = (await once(ask(started.url, {}, { accept }), "response")) as [IncomingMessage];
      await untilItWaits(diary);
      const closed = started.app.close();
      await vi.waitFor(() => expect(diary.abortedAt).toBeDefined(), { timeout: 60_000 });
      const body = (await response.setEncoding("utf8").toArray()).join("");
      const list = accept === "application/json" ? body : `[${body.trimEnd().split("\n").join(",")}]`;
      const rows: unknown = JSON.parse(list);
      expect(rows).toHaveLength(100 * diary.pulled + 1);
      expect(pick(rows, -1)).toMatchObject({ __streamError: { code: 503 } });
      await closed;
    },
  );
});

/** Waits until the source is asked for no further batch, because the caller does not read. */
async function untilItWaits(diary: Diary): Promise<void> {
  const looks = [0];
  await vi.waitFor(
    () => {
      looks.push(diary.pulled);
      expect(looks.at(-1)).toBeGreaterThan(0);
      expect(looks.at(-1)).toBe(looks.at(-2));
    },
    { interval: 150, timeout: 60_000 },
  );
}

describe("time limits", () => {
  test("a batch that does not come is a timeout: a status before the first, a mark after it", async () => {
    started = await startApp([endless(emptyDiary())], { limits: { batchTimeout: 50 } });
    expect(
      await (await started.post("/", { source: "rows", filter: { hang: 0, how: "deaf" } })).json(),
    ).toMatchObject({ code: "upstream_timeout", status: 504, tryLater: true });
    const rows: unknown = await (
      await started.post("/", { source: "rows", filter: { hang: 1, how: "deaf" } })
    ).json();
    expect(pick(rows, -1)).toMatchObject({ __streamError: { code: 504 } });
  });

  test("an account check that does not end is a timeout", async () => {
    const connector = defineConnector({
      id: "slow",
      name: "Slow",
      version: "1",
      description: "Slow",
      identify: ({ signal }) => delay(60_000, { name: "never" }, { signal }),
      sources: (source) => ({ rows: source({ name: "Rows", rows: () => [] }) }),
    });
    started = await startApp([connector], { limits: { answerTimeout: 50 } });
    const response = await started.post("/validate", {});
    expect(await response.json()).toMatchObject({
      code: "upstream_timeout",
      error: "Could not check the account: no response within 0.05 s. Try again later.",
    });
    expect(response.headers.get("retry-after")).toBe("30");
  });
});

describe("overload", () => {
  test("streams beyond the limit are refused with 503 and Retry-After", async () => {
    started = await startApp([endless(emptyDiary())], { limits: { maxStreams: 1 } });
    const first = ask(started.url);
    await once(first, "response");
    const second = await started.post("/", { source: "rows" });
    const wait = second.headers.get("retry-after");
    expect([second.status, wait]).toStrictEqual([503, expect.stringMatching(/^[567]$/)]);
    expect(await second.json()).toMatchObject({
      code: "unavailable",
      tryLater: true,
      retryAfter: Number(wait),
    });
    expect((await fetch(started.url)).status).toBe(200);
    first.destroy();
    await vi.waitFor(
      async () => expect((await started?.post("/", { source: "rows", limit: 1 }))?.status).toBe(200),
      { timeout: 60_000 },
    );
  });
});
