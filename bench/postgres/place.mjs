import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { startService } from "../server/start-service.mjs";
import { startPostgres } from "./start-postgres.mjs";

const run = promisify(execFile);

/** How many rows the table has. */
export const rowCount = Number(process.env["BENCH_ROWS"] ?? 2_000_000);
/** All of them. */
export const all = "select * from events";

/** Seven columns of the usual kinds, with text that needs escaping. */
const tableSql = `
create table events as select i::bigint as id, timestamptz '2024-01-01' + i * interval '1.234567 s' as at,
  'Ünïcode näme ' || i as name, case when i % 10 > 0 then (i * 1.37)::numeric(12, 2) end as amount, i % 3 = 0 as active,
  'said "hi"' || chr(10) || 'back\\slash ' || i || ' 😀 ' || repeat('x', i % 40) as note,
  array['a b', 'c"d', 'e' || i] as tags from generate_series(1, ${rowCount}) i;
create role reader login;
grant select on events to reader;`;

/**
 * Starts a server with the table, our service, and the C programs that read from both.
 *
 * @returns {Promise<object>} The port, our service, and the ways to read.
 */
export async function makePlace() {
  const folder = mkdtempSync(join(tmpdir(), "wellhead-wire-"));
  const wire = compile("wire-floor", folder);
  const reader = compile("read-http", folder);
  const server = await startPostgres();
  server.admin(tableSql);
  server.admin("vacuum analyze events");
  const ours = await startService("../postgres/wellhead.mjs", [String(server.port)]);
  const floorOf = (...words) => run(wire, [String(server.port), "reader", "postgres", ...words]);
  return {
    port: server.port,
    ours,
    /** Another way, in a process of its own. */
    peer: (way) => startService("../postgres/peer.mjs", [String(server.port), way]),
    /** Milliseconds in which the bare wire brings all rows. */
    floor: (sql) => timed(() => floorOf(sql)),
    /** Milliseconds until the bare wire brings the first row. */
    firstRow: async (sql) => Number((await floorOf(sql, "first")).stdout),
    /** Reads an answer over HTTP and drops it. */
    read: async (service, { sql, accept = "application/json", words = [] }) => {
      const body = JSON.stringify({ source: "query", account: {}, filter: { sql } });
      const { stdout } = await run(reader, [new URL(service.url).port, accept, body, ...words.map(String)]);
      const [bytes, first, total] = stdout.trim().split(" ").map(Number);
      return { bytes, first, total };
    },
    copy: () =>
      timed(() =>
        run("psql", [
          `postgresql://reader@127.0.0.1:${server.port}/postgres`,
          "-c",
          "\\copy events to '/dev/null'",
        ]),
      ),
    stop: async () => {
      ours.stop();
      await server.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/**
 * Compiles one of the C programs here.
 *
 * @param {string} name Its name.
 * @param {string} folder Where the program goes.
 * @returns {string} Path of the program.
 */
export function compile(name, folder) {
  const program = join(folder, name);
  execFileSync("cc", ["-O2", "-o", program, fileURLToPath(new URL(`${name}.c`, import.meta.url))]);
  return program;
}

/**
 * @param {() => Promise<unknown>} work What is measured.
 * @returns {Promise<number>} Milliseconds it took.
 */
export async function timed(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/**
 * Watches the memory of a service while something is done.
 *
 * @param {{ rss: () => Promise<number> }} service The service.
 * @param {() => Promise<unknown>} work What is done.
 * @returns {Promise<number>} Most bytes it took.
 */
export async function peakWhile(service, work) {
  let running = true;
  let peak = 0;
  const watch = (async () => {
    while (running) {
      peak = Math.max(peak, await service.rss());
      await wait(50);
    }
  })();
  try {
    await work();
  } finally {
    running = false;
    await watch;
  }
  return peak;
}
