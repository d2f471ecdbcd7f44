import { request } from "node:http";
import { setTimeout } from "node:timers/promises";
import { createApp } from "@wellhead/server";
import { afterEach, describe, expect, it } from "vitest";
import { type Folder, makeFolder } from "./folder.js";

const open: AsyncDisposable[] = [];

afterEach(async () => {
  for (const resource of open.splice(0).toReversed()) await resource[Symbol.asyncDispose]();
});

async function serve(folder: Folder): Promise<string> {
  const app = await createApp({
    connectors: [folder.connector],
    logger: false,
    limits: { drainDelay: 0, maxEventLoopDelay: 60_000 },
  });
  open.push({ [Symbol.asyncDispose]: () => app.close() });
  return (await app.listen({ host: "127.0.0.1", port: 0 })).url;
}

/** Milliseconds of processor time that this process, which the engine is a part of, uses in a while. */
async function usage(milliseconds: number): Promise<number> {
  const before = process.cpuUsage();
  await setTimeout(milliseconds);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Asks for rows and gives the way to leave. */
function ask(url: string, sql: string): { leave: () => void; begun: Promise<unknown> } {
  const asked = request(url, { method: "POST", headers: { "content-type": "application/json" } });
  asked.on("error", () => undefined);
  const begun = new Promise((resolve) => {
    asked.on("response", (response) => {
      response.on("error", () => undefined);
      response.once("data", resolve);
      response.resume();
    });
  });
  asked.end(JSON.stringify({ source: "a", account: {}, filter: { sql } }));
  return { leave: () => asked.destroy(), begun };
}

describe("a caller that leaves", () => {
  it.each([
    ["before its first row", "SELECT count(*) AS n FROM range(1000000000000) t(i) WHERE hash(i) = 1", false],
    ["amid its rows", "SELECT i, hash(i) AS h, repeat('x', 100) AS t FROM range(1000000000) t(i)", true],
  ])("stops the engine within 250 ms, %s", async (_, sql, streams) => {
    const folder = await makeFolder({ "a.csv": "x\n1\n" });
    open.push(folder);
    await folder.rows("a");
    const { leave, begun } = ask(await serve(folder), sql);
    if (streams) await begun;
    // The engine is at work, and for longer than anything else would be.
    for (let busy = 0; busy < 300; ) busy += await usage(50);
    leave();
    // Processor time, not time: a busy machine makes the one longer, not the other. Two threads have 500 ms of it in
    // 250 ms; an engine that goes on uses twice that in the second.
    expect(await usage(1000)).toBeLessThan(500);
    expect(await usage(300)).toBeLessThan(100);
  });
});
