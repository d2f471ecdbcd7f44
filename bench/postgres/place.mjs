import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { startPostgres } from "@wellhead/test-support/programs/start-postgres";
import { compile } from "../measure/compile.mjs";
import { rowCount } from "../measure/counts.mjs";
import { makeReader } from "../measure/make-reader.mjs";
import { startService } from "../measure/start-service.mjs";
import { timed } from "../measure/timed.mjs";

const run = promisify(execFile);

/** Selects all rows of the table. */
export const all = "select * from events";

/** Seven columns of common types, with text that needs escaping. */
const tableSql = `
create table events as select i::bigint as id, timestamptz '2024-01-01' + i * interval '1.234567 s' as at,
  'Ünïcode näme ' || i as name, case when i % 10 > 0 then (i * 1.37)::numeric(12, 2) end as amount, i % 3 = 0 as active,
  'said "hi"' || chr(10) || 'back\\slash ' || i || ' 😀 ' || repeat('x', i % 40) as note,
  array['a b', 'c"d', 'e' || i] as tags from generate_series(1, ${rowCount}) i;
create role reader login;
grant select on events to reader;`;

/**
 * Starts a server with the table and our service, and compiles the C programs that read from both.
 *
 * @returns {Promise<object>} The port, our service, and the functions that read.
 */
export async function makePlace() {
  const folder = mkdtempSync(join(tmpdir(), "wellhead-wire-"));
  const wire = compile(new URL("./wire-floor.c", import.meta.url), folder);
  const reader = makeReader(folder);
  const server = await startPostgres({ isOpen: true, settings: ["shared_buffers=512MB"] });
  server.admin(tableSql);
  server.admin("vacuum analyze events");
  const ours = await startService(new URL("./wellhead.mjs", import.meta.url), [String(server.port)]);
  const floorOf = (...words) => run(wire, [String(server.port), "reader", "postgres", ...words]);
  return {
    port: server.port,
    ours,
    /** Starts another implementation in a process of its own. */
    peer: (way) => startService(new URL("./peer.mjs", import.meta.url), [String(server.port), way]),
    /** Returns the milliseconds in which the bare wire protocol delivers all rows. */
    floor: (sql) => timed(() => floorOf(sql)),
    /** Returns the milliseconds until the bare wire protocol delivers the first row. */
    firstRow: async (sql) => Number((await floorOf(sql, "first")).stdout),
    /** Reads a response over HTTP and discards it. */
    read: (service, sql, options) =>
      reader(service, { source: "query", account: {}, filter: { sql } }, options),
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
