import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, expect, it } from "vitest";
import { serveTrino } from "./serve-trino.js";
import { StandIn } from "./stand-in.js";

/** They are 300 MB of JSON. */
const rows = 500_000;
const maxBytes = 100 * 2 ** 20;
/** Rows between two measurements. */
const interval = rows / 10;
const server = await StandIn.start();
const service = await serveTrino(server);
const { url } = await service.app.listen({ port: 0 });

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

/** Returns the bytes in use, those of other test files of this process included. */
function usedBytes(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

afterAll(async () => {
  await service.app.close();
  server.close();
});

it("reads every row of a large result, however large, in the same memory", { timeout: 600_000 }, async () => {
  const sql = `select i, repeat('x', 580) as text from range(${rows}) t(i)`;
  const before = usedBytes();
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/x-ndjson" },
    body: JSON.stringify({ source: "query", account: service.account(), filter: { sql } }),
  });
  let lines = 0;
  let measured = 0;
  let highest = 0;
  for await (const chunk of answer.body ?? []) {
    for (const byte of chunk) if (byte === 10) lines += 1;
    if (lines < measured + interval) continue;
    measured = lines;
    highest = Math.max(highest, usedBytes() - before);
  }
  expect(lines).toBe(rows);
  expect(highest).toBeLessThan(maxBytes);
});
