import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { defineConnector } from "@wellhead/sdk";
import { parse, pick } from "@wellhead/test-support/json/pick";
import { expect, test, vi } from "vitest";
import { type StartedApp, startApp } from "../../test/start-app.js";

/** Returns a connector whose source yields rows until the test stops it. */
function ticking() {
  const told = { stop: false };
  const connector = defineConnector({
    id: "ticking",
    name: "Ticking",
    version: "1",
    description: "Ticks",
    sources: (source) => ({
      rows: source({
        name: "Rows",
        async *rows() {
          while (!told.stop) {
            yield [{ tick: 1 }];
            await delay(10);
          }
        },
      }),
    }),
  });
  return { told, connector };
}

async function stream(started: StartedApp): Promise<{ end: Promise<unknown> }> {
  const response = await started.post("/", { source: "rows" });
  return { end: response.text().then(parse) };
}

test("`close()` is not ready at once, accepts for the drain delay, and lets streams finish", async () => {
  const { told, connector } = ticking();
  const started = await startApp([connector], { admin: { port: 0 }, limits: { drainDelay: 1500 } });
  const { end } = await stream(started);
  const closed = started.app.close();
  expect((await fetch(`${started.adminUrl}/ready`)).status).toBe(503);
  expect((await fetch(`${started.adminUrl}/live`)).status).toBe(200);
  const accepted = await fetch(started.url);
  expect([accepted.status, accepted.headers.get("connection")]).toStrictEqual([200, "close"]);
  await vi.waitFor(() => expect(fetch(started.url)).rejects.toThrow("fetch failed"), { timeout: 60_000 });
  told.stop = true;
  await closed;
  expect(pick(await end, -1)).toStrictEqual({ tick: 1 });
  expect(pick(parse(started.lines.at(-1)), "ending")).toBe("whole");
});

test("`close()` answers a request that arrives on a connection that was accepted before", async () => {
  const { connector } = ticking();
  const started = await startApp([connector]);
  const socket = connect(Number(new URL(started.url).port), "127.0.0.1");
  await vi.waitFor(async () => expect(await connections(started)).toBe(1), 60_000);
  const closed = started.app.close();
  socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\bconnection: close\r\n[^]*"Ticking"/i);
  await closed;
});

test("`close()` marks streams that are not done at the deadline", async () => {
  const { connector } = ticking();
  const started = await startApp([connector], { limits: { drainTimeout: 100 } });
  const { end } = await stream(started);
  await started.app.close();
  expect(pick(await end, -1)).toStrictEqual({
    __streamError: {
      message: "Could not answer the request: the service is stopping. Try again in a few seconds.",
      code: 503,
    },
  });
});

test("`close()` answers other requests under way at the deadline with 503", async () => {
  const connector = defineConnector({
    id: "stuck",
    name: "Stuck",
    version: "1",
    description: "Never answers",
    identify: ({ signal }) => delay(60_000, { name: "never" }, { signal }),
    sources: (source) => ({ rows: source({ name: "Rows", rows: () => [] }) }),
  });
  const started = await startApp([connector], { limits: { drainTimeout: 100 } });
  const answer = started.post("/validate", {});
  await vi.waitFor(async () => expect(await connections(started)).toBe(1), 60_000);
  await delay(50);
  await started.app.close();
  expect(await (await answer).json()).toMatchObject({ code: "unavailable", status: 503 });
});

function connections({ app }: StartedApp): Promise<number> {
  return new Promise((resolve) => {
    app.fastify.server.getConnections((_error, count) => resolve(count));
  });
}

test("`close()` survives a connector that cannot be closed", async () => {
  const { connector } = ticking();
  const close = () => Promise.reject(new Error("stuck valve"));
  const started = await startApp([{ ...connector, close }]);
  await started.app.close();
  expect(started.lines.join()).toContain("stuck valve");
});
