import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { defineConnector, text } from "@wellhead/sdk";
import { afterEach, expect, test, vi } from "vitest";
import { type StartedApp, startApp } from "../../test/start-app.js";

const sockets: Socket[] = [];
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  vi.useRealTimers();
});

const endless = defineConnector({
  id: "endless",
  name: "Endless",
  version: "1",
  description: "Never ends",
  sources: (source) => ({
    rows: source({
      name: "Rows",
      fields: { text: text() },
      async *rows() {
        for (;;) yield Array.from({ length: 100 }, () => ({ text: "x".repeat(1000) }));
      },
    }),
  }),
});

/** Requests rows over a new connection, and never reads more than their beginning. */
async function stall({ url }: StartedApp): Promise<void> {
  const body = '{"source":"rows"}';
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => undefined);
  sockets.push(socket);
  const head = `Host: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
  socket.write(`POST / HTTP/1.1\r\n${head}\r\n\r\n${body}`);
  await once(socket, "readable");
}

test("readers that stall cannot keep all streams: each makes space for a caller that reads", async () => {
  // The clock is faked, so that the test need not wait while readers stall.
  vi.useFakeTimers({ toFake: ["performance"] });
  const started = await startApp([endless], { limits: { maxStreams: 4 } });
  for (let count = 0; count < 4; count += 1) await stall(started);
  const ask = async (): Promise<number> => {
    const answer = await started.post("/", { source: "rows", limit: 1 });
    await answer.text();
    return answer.status;
  };
  expect(await ask()).toBe(503);
  const askLater = (): Promise<number> => {
    vi.advanceTimersByTime(1000);
    return ask();
  };
  await expect.poll(askLater, { timeout: 60_000, interval: 20 }).toBe(200);
  // That stream has ended, so the next caller does not need another stream to be cut.
  expect(await ask()).toBe(200);
  await expect
    .poll(() => started.lines.filter((line) => line.includes('"ending":"cut"')).length, { timeout: 60_000 })
    .toBe(1);
  // However many stall after that, callers that read are answered.
  for (let count = 0; count < 12; count += 1) {
    vi.advanceTimersByTime(1000);
    await stall(started);
    await expect.poll(askLater, { timeout: 60_000, interval: 20 }).toBe(200);
  }
  for (const socket of sockets) socket.destroy();
  await started.app.close();
}, 120_000);
