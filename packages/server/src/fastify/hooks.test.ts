import { defineConnector, text } from "@wellhead/sdk";
import { sampleConnector } from "@wellhead/test-support/services/sample-connector";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { startApp } from "../../test/start-app.js";
import { connectorRoutes } from "./connector-routes.js";

test("hooks of the application see each response that is not streamed, and may change it", async () => {
  const app = Fastify();
  const seen: string[] = [];
  app.addHook("onSend", async (request, reply, payload) => {
    seen.push(`${request.method} ${request.url} ${reply.statusCode}`);
    reply.header("set-cookie", "a=b");
    return typeof payload === "string" ? payload.replace("Galileo", "Ada") : payload;
  });
  await app.register(connectorRoutes, { prefix: "/moons", connector: sampleConnector(), logger: false });
  const get = await app.inject({ url: "/moons/" });
  expect([get.statusCode, get.headers["set-cookie"], get.headers["etag"] !== undefined]).toStrictEqual([
    200,
    "a=b",
    true,
  ]);
  const validate = await app.inject({
    method: "POST",
    url: "/moons/validate",
    payload: { id: "token", fields: { token: "t" } },
  });
  expect(validate.json()).toMatchObject({ name: "Ada" });
  const head = await app.inject({ method: "HEAD", url: "/moons/" });
  expect([head.statusCode, head.headers["content-length"]]).toStrictEqual([
    200,
    get.headers["content-length"],
  ]);
  const lost = await app.inject({ url: "/moons/nowhere" });
  expect([lost.statusCode, lost.headers["set-cookie"]]).toStrictEqual([404, "a=b"]);
  expect(seen).toStrictEqual([
    "GET /moons/ 200",
    "POST /moons/validate 200",
    "HEAD /moons/ 200",
    "GET /moons/nowhere 404",
  ]);
  await app.close();
});

test("a context may be spread: client and signal stay in it", async () => {
  const connector = defineConnector({
    id: "spread",
    name: "Spread",
    version: "1",
    description: "Spreads",
    http: { baseUrl: "https://spread.example" },
    identify: async () => ({ name: "Ada" }),
    sources: (source) => ({
      rows: source({
        name: "Rows",
        filter: { word: text() },
        rows: (context) => {
          const { http, signal, log, account, filter, page, requestId } = { ...context, page: 1 };
          log.info("spread");
          return [
            {
              http: typeof http.get,
              same: http === context.http,
              signal: signal instanceof AbortSignal && signal === context.signal,
              kind: account.kind,
              word: filter.word,
              page,
              id: typeof requestId,
              keys: Object.keys(context).toSorted().join(" "),
            },
          ];
        },
      }),
    }),
  });
  const started = await startApp([connector]);
  const rows = await (await started.post("/", { source: "rows", filter: { word: "w" } })).json();
  expect(rows).toStrictEqual([
    {
      http: "function",
      same: true,
      signal: true,
      kind: "none",
      word: "w",
      page: 1,
      id: "string",
      keys: "account caller filter http limit log page requestId signal since skip",
    },
  ]);
  await started.app.close();
});

/** What a source throws after its first row. */
const thrown: Readonly<Record<string, () => unknown>> = {
  undefined: () => undefined,
  proxy: () => new Proxy(new Error("x"), { get: fail, has: fail, getPrototypeOf: fail, ownKeys: fail }),
  message: () => Object.defineProperty(new Error("x"), "message", { get: fail }),
  frozen: () => Object.freeze(new Error("x")),
  // oxlint-disable-next-line unicorn/no-thenable -- authors reject with such things
  thenable: () => ({ then: fail }),
  text: () => "text",
};

function fail(): never {
  throw new Error("trap");
}

test("whatever is thrown while rows are sent, the caller sees an end, and one line and one count say so", async () => {
  const connector = defineConnector({
    id: "throws",
    name: "Throws",
    version: "1",
    description: "Throws",
    sources: (source) => ({
      rows: source({
        name: "Rows",
        filter: { how: text() },
        async *rows({ filter }) {
          yield [{ id: 1 }];
          throw thrown[filter.how]?.();
        },
      }),
    }),
  });
  const started = await startApp([connector], { admin: { port: 0 }, limits: { drainDelay: 0 } });
  for (const how of Object.keys(thrown)) {
    const response = await started.post("/", { source: "rows", filter: { how } });
    expect(await response.text()).toMatch(/^\[\{"id":1\},\{"__streamError":\{.*"code":500\}\}\]$/);
  }
  const count = Object.keys(thrown).length;
  expect(started.lines.filter((line) => line.includes('"ending":"marked"'))).toHaveLength(count);
  const metrics = await (await fetch(`${started.adminUrl}/metrics`)).text();
  expect(metrics).toContain(`wellhead_stream_endings_total{connector="throws",ending="marked"} ${count}`);
  await started.app.close();
});

test("a log that throws does not keep a caller waiting", async () => {
  const started = await startApp([sampleConnector()], { logger: { info: fail, warn: fail, error: fail } });
  expect((await fetch(started.url)).status).toBe(200);
  const rows = await started.post("/", { source: "moons", account: { auth: "none" } });
  expect(await rows.json()).toHaveLength(3);
  await started.app.close();
});
