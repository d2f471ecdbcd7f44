import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startMariadb } from "@wellhead/test-support/programs/start-mariadb";
import { largeCount, rowCount } from "./measure/counts.mjs";
import { firstByteOf, firstByteOnly } from "./measure/first-byte-of.mjs";
import { compareFormats, streamLimits } from "./measure/formats.mjs";
import { makeReader } from "./measure/make-reader.mjs";
import { memoryOf } from "./measure/memory-of.mjs";
import { runParts } from "./measure/run-parts.mjs";
import { startService } from "./measure/start-service.mjs";
import { timed } from "./measure/timed.mjs";

/** Selects all rows of the table. */
export const all = "select * from events";
const large = `select seq as id, now(6) as at, repeat('x', 100) as text from seq_1_to_${largeCount}`;

/** Seven columns of common types, with text that needs escaping. */
const tableSql = `
create table events (id bigint primary key, at timestamp(6) null, name varchar(60), amount decimal(12, 2), active tinyint(1),
  note varchar(200), day date);
insert into events select seq, timestamp '2024-01-01 00:00:00' + interval seq * 1234567 microsecond,
  concat('Ünïcode näme ', seq), if(seq % 10 > 0, seq * 1.37, null), seq % 3 = 0,
  concat('said "hi"\\nback\\\\slash ', seq, ' 😀 ', repeat('x', seq % 40)), date '2024-01-01' + interval seq % 1000 day
from seq_1_to_${rowCount};`;

/**
 * Compares MariaDB over HTTP with its own client, which prints all rows to the null device, and with rows as objects
 * passed to JSON.stringify. Runs are interleaved; a ratio is the median of the ratios of single rounds.
 *
 * @returns {Promise<{ title: string, rows: object[] }>} The figures.
 */
export async function bench() {
  const place = await makePlace();
  const theirs = await startService(new URL("./mariadb/row-objects.mjs", import.meta.url), [place.port]);
  try {
    const parts = { speed, memory, "first-byte": firstByte };
    return { title: "MariaDB", rows: await runParts(parts, { ...place, theirs }) };
  } finally {
    theirs.stop();
    await place.stop();
  }
}

/**
 * Starts a server with the table, and our service.
 *
 * @returns {Promise<object>} The port, our service, and the functions that read.
 */
export async function makePlace() {
  const folder = mkdtempSync(join(tmpdir(), "wellhead-mariadb-"));
  const server = await startMariadb({
    settings: ["innodb-buffer-pool-size=512M", "character-set-server=utf8mb4"],
  });
  server.admin("create user reader@'%'; grant select on shop.* to reader@'%'");
  server.admin(tableSql);
  const port = String(server.port);
  const ours = await startService(new URL("./mariadb/wellhead.mjs", import.meta.url), [port]);
  const reader = makeReader(folder);
  return {
    port,
    ours,
    read: (service, sql, options) =>
      reader(service, { source: "query", account: {}, filter: { sql } }, options),
    floor: () => timed(() => printAll(server)),
    stop: async () => {
      ours.stop();
      await server.stop();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Makes the client print all rows, over the same network that the service uses. */
function printAll({ port }) {
  const network = [
    "--no-defaults",
    "--default-character-set=utf8mb4",
    "-ureader",
    "-h127.0.0.1",
    `-P${port}`,
  ];
  const stdio = ["ignore", "ignore", "inherit"];
  execFileSync("mariadb", [...network, "--quick", "-B", "shop", "-e", all], { stdio });
}

function speed({ ours, theirs, read, floor }) {
  return compareFormats({
    database: "MariaDB",
    against: "mariadb --quick -B to /dev/null",
    service: ours,
    read: (options) => read(ours, all, options),
    floor,
    others: {
      objects: {
        what: "mysql2 stream + JSON.stringify",
        way: { service: theirs, run: async () => (await read(theirs, all)).total },
      },
    },
    limits: streamLimits,
  });
}

function memory({ ours, read }) {
  return memoryOf({
    service: ours,
    readOne: () => read(ours, "select 1 as one"),
    readAll: (options) => read(ours, large, options),
    above: "Memory above idle, MariaDB",
  });
}

/** The server sends nothing until it has filled 16 KiB, so this measures the first byte of its whole pipeline. */
async function firstByte({ ours, read }) {
  const what = `First byte of ${largeCount.toLocaleString("en-US")} rows, sign-in included`;
  return [await firstByteOf(async () => (await read(ours, large, firstByteOnly)).first, { what, most: 50 })];
}
