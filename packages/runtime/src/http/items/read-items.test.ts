import { setTimeout as delay } from "node:timers/promises";
import { type HttpDefinition, rateLimited, upstreamInvalid } from "@wellhead/sdk";
import {
  type AnswerRaw,
  type RawUpstream,
  rawAnswer,
  startRawUpstream,
} from "@wellhead/test-support/upstream-faults/raw-upstream";
import { afterEach, describe, expect, it } from "vitest";
import { openTestHttp } from "../../../test/open-test-http.js";

let upstream: RawUpstream | undefined;

afterEach(async () => {
  await upstream?.close();
  upstream = undefined;
});

const head = "HTTP/1.1 200 OK\r\ncontent-length: 999999999\r\n\r\n";
/** More items than are held back. */
const many = Array.from({ length: 3000 }, (_, id) => `{"id":${id},"text":"${"x".repeat(100)}"}`).join(",");

async function start(answer: AnswerRaw, definition: Partial<HttpDefinition> = {}) {
  upstream = await startRawUpstream(answer);
  return openTestHttp({ definition: { baseUrl: upstream.url, ...definition } });
}

async function readAll(batches: AsyncIterable<readonly unknown[]>) {
  let count = 0;
  try {
    for await (const batch of batches) count += batch.length;
  } catch (error) {
    return { count, error };
  }
  return { count };
}

describe("http.get().items()", () => {
  it("reads an array at a path, and NDJSON", async () => {
    const { http } = await start((socket, { target, head: asked }) => {
      const isLines = target === "/lines" && asked.includes("accept: application/x-ndjson");
      socket.write(rawAnswer(isLines ? '{"id":1}\n{"id":2}\n' : '{"data":{"rows":[{"id":1},{"id":2}]}}'));
    });
    const ids = http
      .get("a")
      .items<{ id: number }>("data.rows")
      .map(({ id }) => id);
    for await (const batch of ids) expect(batch).toEqual([1, 2]);
    for await (const batch of http.get("lines").lines()) expect(batch).toEqual([{ id: 1 }, { id: 2 }]);
  });

  it("retries when the response breaks among the first items, and returns none twice", async () => {
    const { http } = await start((socket, { index }) => {
      if (index > 0) return socket.write(rawAnswer("[1,2,3]"));
      return socket.write(`${head}[1,2,`, () => setTimeout(() => socket.resetAndDestroy(), 10));
    });
    expect(await readAll(http.get("a").items())).toEqual({ count: 3 });
    expect(upstream?.requests).toHaveLength(2);
  });

  it.each<[string, string, object]>([
    ["breaks", "reset", { code: "upstream_unavailable" }],
    ["is cut short", "close", { code: "upstream_invalid" }],
    ["goes on after its end", "] x", { code: "upstream_invalid" }],
    ["turns into something else", ",{]", { code: "upstream_invalid" }],
  ])("ends with an error when the answer %s later", async (_what, end, wanted) => {
    const { http } = await start((socket) => {
      const open = end === "reset" ? head : "HTTP/1.0 200 OK\r\n\r\n";
      socket.write(`${open}[${many}`, () => {
        setTimeout(() => {
          if (end === "reset") socket.resetAndDestroy();
          else socket.end(end === "close" ? "" : end);
        }, 20);
      });
    });
    const { count, error } = await readAll(http.get("a").items());
    expect(error).toMatchObject(wanted);
    expect(count).toBeGreaterThan(1000);
    expect(upstream?.requests).toHaveLength(1);
  });

  it("passes the members around the items to the definition", async () => {
    const seen: unknown[] = [];
    const fault = ({ body }: { readonly body: unknown }) => {
      seen.push(body);
      return JSON.stringify(body).includes('"ok":false') ? rateLimited("Busy", { retryAfter: 1 }) : undefined;
    };
    const { http, waits } = await start(
      (socket, { index }) => socket.write(rawAnswer(`{"ok":${index > 0},"items":[1,[2]]}`)),
      { fault },
    );
    expect(await readAll(http.get("a").items("items"))).toEqual({ count: 2 });
    expect({ seen, waits }).toEqual({
      seen: [
        { ok: false, items: [] },
        { ok: true, items: [] },
      ],
      waits: [1000],
    });
  });

  it("shows the definition that there was no JSON", async () => {
    const fault = ({ body }: { readonly body: unknown }) =>
      body === undefined ? upstreamInvalid("Could not read a list: it is not ready.") : undefined;
    const { http } = await start((socket) => socket.write(rawAnswer("soon")), { fault });
    await expect(readAll(http.get("a").items())).resolves.toMatchObject({
      error: { message: "Could not read a list: it is not ready." },
    });
  });

  it.each([
    ['{"items":null}', "got null."],
    ['{"items":{}}', "got object."],
    ["{}", "got undefined."],
    ["[]", "got undefined."],
    ["<html>", "got a web page"],
    ["", "got nothing"],
  ])("fails when there is no array at the path: %s", async (body, sentence) => {
    const { http } = await start((socket) => socket.write(rawAnswer(body)));
    const { count, error } = await readAll(http.get("a").items("items"));
    expect({ count, error }).toMatchObject({ count: 0, error: { code: "upstream_invalid" } });
    expect(String(error)).toContain(sentence);
  });

  it("ends a response that trickles without end", async () => {
    const { http } = await start(
      (socket) => {
        socket.write(`${head}[${many}`);
        const timer = setInterval(() => socket.write(" "), 20);
        socket.on("close", () => clearInterval(timer));
      },
      { limits: { page: 150 } },
    );
    expect(await readAll(http.get("a").items())).toMatchObject({ error: { code: "upstream_timeout" } });
  });

  it("reads no faster than its caller, and leaves when the caller does", async () => {
    const written = { bytes: 0, closed: false };
    const { http } = await start((socket) => {
      socket.write(`${head}[0`);
      const more = () => {
        let goesOn = !socket.destroyed;
        for (; goesOn; written.bytes += many.length) goesOn = socket.write(`,${many}`);
      };
      socket.on("drain", more).on("close", () => (written.closed = true));
      more();
    });
    const batches = http.get("a").items()[Symbol.asyncIterator]();
    await batches.next();
    await expect.poll(() => written.bytes > 0).toBe(true);
    await delay(200);
    // What the operating system buffers; a reader that reads ahead takes hundreds of megabytes in this time.
    expect(written.bytes).toBeLessThan(24 * 1024 * 1024);
    await batches.return?.(undefined);
    await expect.poll(() => written.closed).toBe(true);
  });

  it("reads a response of any size in constant memory", async () => {
    const times = 400;
    const { http } = await start((socket) => {
      let left = times;
      const more = () => {
        while (left > 0) {
          left -= 1;
          if (!socket.write(left === 0 ? `,${many}]` : `,${many}`)) return;
        }
        socket.end();
      };
      socket.write("HTTP/1.0 200 OK\r\n\r\n[0");
      socket.on("drain", more);
      more();
    });
    let count = 0;
    let most = 0;
    const before = process.memoryUsage().rss;
    for await (const batch of http.get("a").items()) {
      count += batch.length;
      most = Math.max(most, process.memoryUsage.rss());
    }
    expect(count).toBe(1 + times * 3000);
    // The response has 139 MiB, and parsing it as a whole would take several times as much. Other tests of this process
    // may use memory meanwhile.
    expect((most - before) / 1024 / 1024).toBeLessThan(128);
  }, 120_000);
});
