import { type IncomingHttpHeaders, request } from "node:http";
import { PassThrough, Readable, Transform } from "node:stream";
import { finished } from "node:stream/promises";
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";
import compress from "@fastify/compress";
import cookie from "@fastify/cookie";
import rateLimit from "@fastify/rate-limit";
import { type Connector, defineConnector, encodedRows, number, upstreamUnavailable } from "@wellhead/sdk";
import { parse } from "@wellhead/test-support/json/pick";
import Fastify, { type FastifyInstance, type onSendHookHandler } from "fastify";
import { afterEach, describe, expect, test } from "vitest";
import { startApp } from "../../test/start-app.js";
import { connectorRoutes } from "./connector-routes.js";

const rowCount = 2000;
const rows = Array.from({ length: rowCount }, (_unused, id) => ({ id, text: `row ${id} `.repeat(20) }));

/** Rows as objects and as bytes, in batches of 50. They fail at the row that the filter `failAt` names. */
function source(): Connector {
  return defineConnector({
    id: "rows",
    name: "Rows",
    version: "1",
    description: "Rows",
    sources: (made) => ({
      objects: made({
        name: "Objects",
        filter: { failAt: number({ optional: true }) },
        async *rows({ filter: { failAt = Number.POSITIVE_INFINITY } }) {
          for (let start = 0; start < rowCount; start += 50) {
            if (start >= failAt)
              throw upstreamUnavailable("Could not read the rows: the upstream closed the connection.");
            yield rows.slice(start, start + 50);
          }
        },
      }),
      bytes: made({
        name: "Bytes",
        filter: { failAt: number({ optional: true }) },
        rows: ({ filter: { failAt = Number.POSITIVE_INFINITY } }) =>
          encodedRows({
            columns: ["id", "text"],
            async *encode({ separator }) {
              for (let start = 0; start < rowCount; start += 50) {
                if (start >= failAt)
                  throw upstreamUnavailable("Could not read the rows: the upstream closed the connection.");
                const batch = rows.slice(start, start + 50);
                const bytes = Buffer.from(batch.map((row) => JSON.stringify(row)).join(separator));
                // Overwrite what was sent, as a pool of buffers would.
                yield { bytes, rows: 50, release: () => void bytes.fill(0) };
              }
            },
          }),
      }),
    }),
  });
}

let app: FastifyInstance | undefined;
const lines: object[] = [];
afterEach(async () => {
  await app?.close();
  lines.length = 0;
});

/** Mounts the connector in an existing Fastify service. */
async function mount(add: (fastify: FastifyInstance) => unknown): Promise<string> {
  app = Fastify();
  await add(app);
  const take = (record: object): void => void lines.push(record);
  const logger = { info: take, warn: take, error: take };
  await app.register(connectorRoutes, { prefix: "/rows", connector: source(), logger });
  return app.listen({ port: 0 });
}

interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
  /** Whether the response is complete according to HTTP. */
  readonly whole: boolean;
}

async function pull(
  url: string,
  { from = "objects", failAt, headers = {} }: { from?: string; failAt?: number; headers?: object } = {},
): Promise<Received> {
  const asked = request(`${url}/rows/`, {
    method: "POST",
    agent: false,
    headers: { "content-type": "application/json", ...headers },
  });
  asked.end(JSON.stringify({ source: from, filter: { failAt } }));
  return new Promise((resolve, reject) => {
    asked.on("error", reject);
    asked.on("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", () => undefined);
      response.on("close", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
          whole: response.complete,
        }),
      );
    });
  });
}

/** Returns the log line of the request once it has been written. */
async function answered(): Promise<object> {
  for (;;) {
    const line = lines.find((record) => "ms" in record);
    if (line !== undefined) return line;
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}

describe.each(["objects", "bytes"])("rows as %s", (from) => {
  test("with @fastify/compress, @fastify/cookie and @fastify/rate-limit", async () => {
    const url = await mount(async (fastify) => {
      await fastify.register(compress, { global: true, threshold: 0 });
      await fastify.register(cookie);
      await fastify.register(rateLimit, { max: 4 });
      fastify.addHook(
        "onRequest",
        async (_request, reply) => void reply.setCookie("seen", "yes", { path: "/", sameSite: "strict" }),
      );
    });
    const decoders: Record<string, (bytes: Buffer) => Buffer> = {
      gzip: gunzipSync,
      br: brotliDecompressSync,
      // The service does not support this coding, so the plugin of the application compresses.
      deflate: inflateSync,
    };
    for (const [index, coding] of [undefined, ...Object.keys(decoders)].entries()) {
      const { status, headers, body, whole } = await pull(url, {
        from,
        headers: coding === undefined ? {} : { "accept-encoding": coding },
      });
      expect({ status, whole, coding: headers["content-encoding"] }).toStrictEqual({
        status: 200,
        whole: true,
        coding,
      });
      expect(headers["set-cookie"]).toStrictEqual(["seen=yes; Path=/; SameSite=Strict"]);
      expect(headers["x-ratelimit-remaining"]).toBe(String(3 - index));
      const plain = coding === undefined ? body : decoders[coding]?.(body);
      expect(parse(String(plain))).toStrictEqual(rows);
    }
    const refused = await pull(url, { from });
    expect(refused.status).toBe(429);
    expect(refused.headers).toMatchObject({ "retry-after": expect.stringMatching(/^\d+$/) });
    expect(parse(String(refused.body))).toMatchObject({ code: "rate_limited", status: 429, tryLater: true });
  });

  test.each<[string, onSendHookHandler]>([
    ["sets headers", async (_request, _reply, payload) => payload],
    [
      "waits",
      async (_request, _reply, payload) => {
        await new Promise((resolve) => {
          setTimeout(resolve, 5);
        });
        return payload;
      },
    ],
    [
      "listens to the end",
      async (_request, reply, payload) => {
        if (payload instanceof Readable) void finished(payload).then(() => reply.log.info("over"));
        return payload;
      },
    ],
    [
      "pipes through a stream of its own",
      async (_request, _reply, payload) =>
        payload instanceof Readable ? payload.pipe(new PassThrough()) : payload,
    ],
    [
      "reads it as a generator",
      async (_request, _reply, payload) =>
        payload instanceof Readable ? Readable.from(slowly(payload)) : payload,
    ],
    [
      "makes a web stream of it",
      async (_request, _reply, payload) => (payload instanceof Readable ? Readable.toWeb(payload) : payload),
    ],
  ])("a hook that %s gets every row to the caller, and its headers", async (_name, hook) => {
    const url = await mount((fastify) => {
      fastify.addHook("onSend", async (_request, reply) => void reply.header("x-hook", "ran").code(203));
      fastify.addHook("onSend", hook);
    });
    const { status, headers, body, whole } = await pull(url, { from });
    expect([status, whole, headers["x-hook"]]).toStrictEqual([203, true, "ran"]);
    expect(parse(String(body))).toStrictEqual(rows);
    expect(await answered()).toMatchObject({ status: 203, ending: "whole", rows: rowCount });
  });

  test.each([
    ["changes headers", (payload: unknown) => payload],
    [
      "pipes",
      (payload: unknown) => (payload instanceof Readable ? payload.pipe(new PassThrough()) : payload),
    ],
  ])("rows that fail are marked or cut, not whole: a hook that %s", async (_name, hook) => {
    const url = await mount((fastify) => {
      fastify.addHook("onSend", async (_request, _reply, payload) => hook(payload));
    });
    const marked = await pull(url, { from, failAt: 500 });
    expect(marked.whole).toBe(true);
    expect(parse(String(marked.body))).toStrictEqual([
      ...rows.slice(0, 500),
      {
        __streamError: { message: "Could not read the rows: the upstream closed the connection.", code: 503 },
      },
    ]);
    expect(await answered()).toMatchObject({ ending: "marked", rows: 500 });
  });
});

/** Yields each chunk in a turn of its own, so that the stream before it has to wait. */
async function* slowly(stream: Readable): AsyncGenerator<unknown> {
  for await (const chunk of stream) {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    yield chunk;
  }
}

test.each([
  ["changes headers", (payload: unknown) => payload],
  ["pipes", (payload: unknown) => (payload instanceof Readable ? payload.pipe(new PassThrough()) : payload)],
])("CSV that fails is cut: a hook that %s", async (_name, hook) => {
  const url = await mount((fastify) => {
    fastify.addHook("onSend", async (_request, _reply, payload) => hook(payload));
  });
  const cut = await pull(url, { failAt: 500, headers: { accept: "text/csv" } });
  expect([cut.status, cut.whole]).toStrictEqual([200, false]);
  expect(await answered()).toMatchObject({ ending: "cut", rows: 500 });
});

test("a stream of a hook that breaks cuts the rows and is not called a caller who left", async () => {
  const url = await mount((fastify) => {
    fastify.addHook("onSend", async (_request, _reply, payload) =>
      payload instanceof Readable
        ? payload.pipe(new Transform({ transform: (_chunk, _encoding, done) => done(new Error("broken")) }))
        : payload,
    );
  });
  const cut = await pull(url);
  expect([cut.whole, cut.body.length]).toStrictEqual([false, 0]);
  expect(await answered()).toMatchObject({ ending: "cut" });
});

test.each<[string, number, onSendHookHandler]>([
  [
    "answers something else",
    200,
    async (_request, reply, payload) => {
      if (!(payload instanceof Readable)) return payload;
      reply.type("text/plain");
      return "closed today";
    },
  ],
  [
    "answers nothing",
    200,
    async (_request, _reply, payload) => (payload instanceof Readable ? null : payload),
  ],
  [
    "throws",
    500,
    async (_request, _reply, payload) =>
      payload instanceof Readable ? Promise.reject(new Error("broken")) : payload,
  ],
])(
  "a hook that %s stops the source, and the service has nothing left under way",
  async (_name, status, hook) => {
    const url = await mount((fastify) => {
      fastify.addHook("onSend", hook);
    });
    const received = await pull(url);
    expect([received.status, received.whole]).toStrictEqual([status, true]);
    expect(await answered()).toMatchObject({ status });
    expect(
      lines.filter((record) => "ms" in record && "rows" in record && record.rows !== undefined),
    ).toStrictEqual([]);
  },
);

test("hooks that are added to a whole service after it was made run for rows too", async () => {
  const started = await startApp([source(), { ...source(), id: "other" }], {
    prepare: (fastify) =>
      fastify.addHook("onSend", async (_request, reply) => void reply.header("x-late", "ran")),
  });
  const response = await started.post("/other/", { source: "bytes" });
  expect([response.headers.get("x-late"), await response.json()]).toStrictEqual(["ran", rows]);
  await started.app.close();
});
