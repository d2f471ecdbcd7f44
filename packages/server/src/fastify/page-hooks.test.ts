import { once } from "node:events";
import { connect } from "node:net";
import { PassThrough, Readable } from "node:stream";
import { text as textOf } from "node:stream/consumers";
import compress from "@fastify/compress";
import { defineConnector, id, text } from "@wellhead/sdk";
import Fastify, { type FastifyInstance, type onSendHookHandler } from "fastify";
import { afterEach, expect, test } from "vitest";
import { connectorRoutes } from "./connector-routes.js";

const rowCount = 1000;
const path = "/pages/api/v1/synchronizer/data";
let app: FastifyInstance | undefined;
const lines: object[] = [];
afterEach(async () => {
  await app?.close();
  lines.length = 0;
});

/** Two sources whose rows differ in each byte of their text. */
function source() {
  const rowsOf = (letter: string) =>
    Array.from({ length: rowCount }, (_, index) => ({ key: `${letter}${index}`, note: letter.repeat(150) }));
  return defineConnector({
    id: "pages",
    name: "Pages",
    version: "1",
    description: "Pages",
    sources: (made) => ({
      a: made({ name: "A", fields: { key: id(), note: text() }, rows: () => rowsOf("a") }),
      b: made({ name: "B", fields: { key: id(), note: text() }, rows: () => rowsOf("b") }),
    }),
  });
}

async function mount(add: (fastify: FastifyInstance) => unknown = () => undefined): Promise<string> {
  app = Fastify();
  await add(app);
  const take = (record: object): void => void lines.push(record);
  const logger = { info: take, warn: take, error: take };
  // A busy machine must not be a reason to refuse requests here.
  const limits = { maxQueueDelay: 60_000, maxEventLoopDelay: 60_000 };
  await app.register(connectorRoutes, { prefix: "/pages", connector: source(), logger, limits });
  return app.listen({ port: 0, host: "127.0.0.1" });
}

function ask(url: string, type: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  return fetch(`${url}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ requestedType: type }),
  });
}

/** Checks that a text is the page of a type, with each of its rows. */
function expectPage(page: string, type: string): void {
  const { items, pagination, ...rest } = JSON.parse(page) as { items: object[]; pagination: object };
  expect(rest).toStrictEqual({ synchronizationType: "full" });
  const name = (index: number) => `${type}${index}`;
  expect(items).toStrictEqual(
    Array.from({ length: rowCount }, (_, index) => ({
      id: name(index),
      name: name(index),
      note: type.repeat(150),
    })),
  );
  expect(pagination).toStrictEqual({ hasNext: false });
}

test("a page whose reader is slow is not overwritten by the pages of others", async () => {
  const url = await mount();
  const { hostname, port } = new URL(url);
  const body = JSON.stringify({ requestedType: "a" });
  const asked = `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  socket.pause();
  // More than the buffers of a connection hold.
  const count = 60;
  for (let index = 0; index < count; index += 1) {
    socket.write(asked);
    expectPage(await (await ask(url, "b")).text(), "b");
  }
  let received = "";
  let found = 0;
  for await (const chunk of socket.setEncoding("latin1")) {
    received += chunk;
    for (let page = firstPage(received); page !== undefined; page = firstPage(received)) {
      expectPage(page.text, "a");
      received = page.rest;
      found += 1;
    }
    if (found === count) break;
  }
  expect(found).toBe(count);
});

/** Takes the first response from those of a connection. */
function firstPage(received: string): { readonly text: string; readonly rest: string } | undefined {
  const start = received.indexOf("\r\n\r\n") + 4;
  const length = Number(/\r\ncontent-length: (\d+)\r\n/i.exec(received.slice(0, start))?.[1]);
  if (start < 4 || received.length < start + length) return undefined;
  return { text: received.slice(start, start + length), rest: received.slice(start + length) };
}

test("each page has its length, or is compressed by a plugin of the application", async () => {
  const url = await mount((fastify) => fastify.register(compress, { global: true, threshold: 0 }));
  const plain = await ask(url, "a", { "accept-encoding": "identity" });
  const bytes = await plain.text();
  expect(plain.headers.get("content-length")).toBe(String(bytes.length));
  expectPage(bytes, "a");
  const response = await ask(url, "b", { "accept-encoding": "gzip" });
  expect(response.headers.get("content-encoding")).toBe("gzip");
  expectPage(await response.text(), "b");
});

test.each<[string, onSendHookHandler]>([
  ["sets headers", async (_request, _reply, payload) => payload],
  [
    "pipes through a stream of its own",
    async (_request, _reply, payload) =>
      payload instanceof Readable ? payload.pipe(new PassThrough()) : payload,
  ],
  [
    "reads it and returns text",
    async (_request, _reply, payload) => (payload instanceof Readable ? textOf(payload) : payload),
  ],
])("a hook that %s gets each page to the caller", async (_name, hook) => {
  const url = await mount((fastify) => {
    fastify.addHook("onSend", async (_request, reply) => void reply.header("x-hook", "ran"));
    fastify.addHook("onSend", hook);
  });
  for (const type of ["a", "b", "a"]) {
    const response = await ask(url, type);
    expect([response.status, response.headers.get("x-hook")]).toStrictEqual([200, "ran"]);
    expectPage(await response.text(), type);
  }
});

test("a hook that fails is an error, and the service answers the next request", async () => {
  let isBroken = true;
  const url = await mount((fastify) =>
    fastify.addHook("onSend", async (_request, _reply, payload) => {
      if (isBroken && payload instanceof Readable) throw new Error("broken");
      return payload;
    }),
  );
  expect((await ask(url, "a")).status).toBe(500);
  isBroken = false;
  expectPage(await (await ask(url, "b")).text(), "b");
});
