import { readFileSync } from "node:fs";
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
    limits: { drainDelay: 0, maxEventLoopDelay: 60_000, maxQueueDelay: 60_000 },
  });
  open.push({ [Symbol.asyncDispose]: () => app.close() });
  return (await app.listen({ host: "127.0.0.1", port: 0 })).url;
}

/** Returns the CPU ticks that each engine process of this process has used, as the system reports them. */
function engines(): ReadonlyMap<string, number> {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, "utf8").split(" ");
  return new Map(
    children.flatMap((pid) => {
      try {
        const isEngine = readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("sql-program");
        // The name of the process, in parentheses, may contain spaces.
        const [, rest = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
        const fields = rest.split(" ");
        return isEngine ? [[pid, Number(fields[11]) + Number(fields[12])] as const] : [];
      } catch {
        // The process has ended.
        return [];
      }
    }),
  );
}

/** Waits until a condition is true. The test's timeout limits the wait. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await setTimeout(20);
}

/** Requests rows, and returns a function that closes the connection. */
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
  ])("ends the engine, %s", async (_, sql, streams) => {
    const folder = await makeFolder({ "a.csv": "x\n1\n" });
    open.push(folder);
    const { leave, begun } = ask(await serve(folder), sql);
    if (streams) await begun;
    // Starting an engine takes at most half a second of CPU time.
    await until(() => [...engines().values()].some((ticks) => ticks > 100));
    const busy = [...engines()].filter(([, ticks]) => ticks > 100).map(([pid]) => pid);
    leave();
    // Otherwise the engines would run for hours.
    await until(() => busy.every((pid) => !engines().has(pid)));
    expect(busy).toHaveLength(1);
  });
});
