import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("../../packages/cli/bin/wellhead.js", import.meta.url));

/**
 * Writes what the service serves: a data file, and a connector with as many rows as asked for, one batch every few
 * milliseconds.
 *
 * @param {string} folder Where to write.
 * @param {number} [leakedBytes] What the connector keeps of each reading, for ever. Default: nothing.
 */
export function writeCounting(folder, leakedBytes = 0) {
  const ids = Array.from({ length: 1000 }, (_, id) => id);
  writeFileSync(join(folder, "rows.csv"), `id\n${ids.join("\n")}\n`);
  writeFileSync(
    join(folder, "counting.mjs"),
    `
    import { defineConnector, id, number } from "@wellhead/sdk";
    const kept = (globalThis.kept ??= []);
    export default defineConnector({
      id: "counting", name: "Counting", version: "1.0.0", description: "Counts",
      sources: (source) => ({
        rows: source({
          name: "Rows", fields: { id: id() }, filter: { count: number(), pause: number() },
          async *rows({ filter, signal }) {
            if (${leakedBytes} > 0) kept.push(Buffer.alloc(${leakedBytes}, 1));
            for (let from = 0; from < filter.count; from += 100) {
              signal.throwIfAborted();
              if (filter.pause > 0) await new Promise((done) => setTimeout(done, filter.pause));
              yield Array.from({ length: Math.min(100, filter.count - from) }, (_, at) => ({ id: String(from + at) }));
            }
          },
        }),
      }),
    });`,
  );
}

/**
 * Starts the service of a folder.
 *
 * @param {string} folder What {@link writeCounting} wrote.
 * @param {Record<string, string>} env Further variables.
 * @returns {Promise<{ child: import("node:child_process").ChildProcess, ended: Promise<unknown[]>, url: string, log: () => string }>}
 *   The process, its code and signal once it has ended, its address, and the end of its log.
 */
export async function startCounting(folder, env) {
  const words = ["serve", "rows.csv", "counting.mjs", "--port", "0", "--json", "--log-level", "info"];
  const child = spawn(process.execPath, [program, ...words], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "close");
  let said = "";
  child.stderr.setEncoding("utf8").on("data", (part) => (said = (said + part).slice(-4000)));
  const [first] = await Promise.race([once(child.stdout.setEncoding("utf8"), "data"), ended]);
  const url = /http:\/\/[^"\s]+/.exec(String(first))?.[0];
  if (url === undefined) throw new Error(`The service did not start: ${said}`);
  return { child, ended, url, log: () => said };
}
