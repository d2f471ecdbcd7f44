import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { ConsoleService } from "../../test/console-service.js";
import { createConsole } from "./create-console.js";

let service: ConsoleService;
const sockets: Socket[] = [];

beforeAll(async () => {
  service = await ConsoleService.start();
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(() => service.close());

/** Nine bodies of these bytes are more than 32 MiB. */
const bodyBytes = 3_900_000;

/** Sends a body that lacks its last byte, and returns what is received. */
async function sendUnfinished(url: string, path: string, headers = {}): Promise<{ received: string }> {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname).on("error", () => undefined);
  sockets.push(socket);
  const answer = { received: "" };
  socket.setEncoding("utf8").on("data", (part: string) => {
    answer.received += part;
  });
  await once(socket, "connect");
  const lines = Object.entries({ host, ...headers, "content-length": bodyBytes + 1 });
  const head = lines.map(([name, value]) => `${name}: ${String(value)}\r\n`).join("");
  socket.write(`POST ${path} HTTP/1.1\r\n${head}\r\n${"x".repeat(bodyBytes)}`);
  return answer;
}

const statusLine = /^HTTP.*/;

/** Sends twelve bodies, and returns what they received once at least four are answered: the others fit. */
async function answersOf(url: string, path: string, headers = {}): Promise<Set<string | undefined>> {
  const answers: { received: string }[] = [];
  for (let index = 0; index < 12; index += 1) answers.push(await sendUnfinished(url, path, headers));
  const answered = () => answers.filter(({ received }) => received !== "");
  await expect.poll(() => answered().length, { timeout: 20_000 }).toBeGreaterThanOrEqual(4);
  return new Set(answered().map(({ received }) => statusLine.exec(received)?.[0]));
}

const refusal = new Set(["HTTP/1.1 503 Service Unavailable"]);

test("bodies of a console that never end hold a bounded amount of memory, whichever page sends them", async () => {
  expect(await answersOf(service.url, "/console/data/runs", service.visitor)).toEqual(refusal);
});

test("bodies that never end hold a bounded amount of memory at routes beside a console", async () => {
  const folder = await mkdtemp(join(tmpdir(), "wellhead-console-"));
  await writeFile(join(folder, "index.html"), "<!doctype html>");
  const app = await createConsole({ folder, connectors: [] });
  app.fastify.post("/lengths", async ({ body }) => ({ length: Buffer.isBuffer(body) && body.length }));
  const { url } = await app.listen({ port: 0 });
  // Node closes the connection of a request that takes longer to arrive.
  expect(app.fastify.server.requestTimeout).toBe(30_000);
  const whole = await fetch(new URL("/lengths", url), { method: "POST", body: Buffer.alloc(4_000_000) });
  expect(await whole.json()).toEqual({ length: 4_000_000 });
  const longer = await fetch(new URL("/lengths", url), { method: "POST", body: Buffer.alloc(4_000_001) });
  expect(longer.status).toBe(413);
  expect(await answersOf(url, "/lengths")).toEqual(refusal);
  await app.close();
  await rm(folder, { recursive: true });
});
