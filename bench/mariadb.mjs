import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { promisify } from "node:util";
import { startMariadb } from "./mariadb/start-mariadb.mjs";
import { compile, peakWhile, timed } from "./postgres/place.mjs";
import { race, ratioOf, secondsOf } from "./postgres/race.mjs";
import { median } from "./server/median.mjs";
import { startService } from "./server/start-service.mjs";

const run = promisify(execFile);
const rowCount = Number(process.env["BENCH_ROWS"] ?? 2_000_000);
const largeCount = Number(process.env["BENCH_LARGE_ROWS"] ?? 20_000_000);
const rounds = Number(process.env["BENCH_ROUNDS"] ?? 5);
const mebibyte = 2 ** 20;
const all = "select * from events";
const large = `select seq as id, now(6) as at, repeat('x', 100) as text from seq_1_to_${largeCount}`;
/** Parts to run: each takes a minute or two, so that they can be run one by one. */
const wanted = (process.env["BENCH_PARTS"] ?? "speed,memory,first-byte").split(",");

/** Seven columns of the usual kinds, with text that needs escaping. */
const tableSql = `
create table events (id bigint primary key, at timestamp(6) null, name varchar(60), amount decimal(12, 2), active tinyint(1),
  note varchar(200), day date);
insert into events select seq, timestamp '2024-01-01 00:00:00' + interval seq * 1234567 microsecond,
  concat('Ünïcode näme ', seq), if(seq % 10 > 0, seq * 1.37, null), seq % 3 = 0,
  concat('said "hi"\\nback\\\\slash ', seq, ' 😀 ', repeat('x', seq % 40)), date '2024-01-01' + interval seq % 1000 day
from seq_1_to_${rowCount};`;

/**
 * MariaDB over HTTP against its own client, which prints all rows to the null device, and against rows as objects
 * through JSON.stringify. Runs are interleaved; a ratio is the median of ratios of one round.
 *
 * @returns {Promise<{ title: string, rows: object[] }>} The figures.
 */
export async function bench() {
  const folder = mkdtempSync(join(tmpdir(), "wellhead-mariadb-"));
  const server = await startMariadb();
  execFileSync("mariadb", [...server.words, "shop"], { input: tableSql });
  const port = String(server.port);
  const ours = await startService("../mariadb/wellhead.mjs", [port]);
  const theirs = await startService("../mariadb/row-objects.mjs", [port]);
  const reader = compile("read-http", folder);
  const read = async (service, { sql, accept = "application/json", words = [] }) => {
    const body = JSON.stringify({ source: "query", account: {}, filter: { sql } });
    const { stdout } = await run(reader, [new URL(service.url).port, accept, body, ...words.map(String)]);
    const [, first, total] = stdout.trim().split(" ").map(Number);
    return { first, total };
  };
  const place = { ours, theirs, read, floor: () => timed(() => printAll(server)) };
  const parts = { speed, memory, "first-byte": firstByte };
  try {
    const rows = [];
    for (const name of wanted) rows.push(...(await parts[name](place)));
    return { title: "MariaDB", rows };
  } finally {
    ours.stop();
    theirs.stop();
    await server.stop();
    rmSync(folder, { recursive: true });
  }
}

/** Has the client print all rows, over the network as we read them. */
function printAll({ network }) {
  const stdio = ["ignore", "ignore", "inherit"];
  execFileSync("mariadb", [...network, "--quick", "-B", "shop", "-e", all], { stdio });
}

async function speed({ ours, theirs, read, floor }) {
  const way = (accept) => async () => (await read(ours, { sql: all, accept })).total;
  const ways = {
    floor,
    json: way("application/json"),
    ndjson: way("application/x-ndjson"),
    csv: way("text/csv"),
    objects: async () => (await read(theirs, { sql: all })).total,
  };
  await ways.json();
  const times = await race(ways, rounds);
  const line = (what, name, limit) => {
    const ratio = ratioOf(times, name, "floor");
    const value = secondsOf(times, name);
    return { what, value, unit: "s", ratio, ...(limit !== undefined && { limit, ok: ratio <= limit }) };
  };
  return [
    line(`MariaDB, ${rowCount} rows: mariadb --quick -B to /dev/null`, "floor"),
    line("to JSON over HTTP, against the client", "json", 1.5),
    line("to NDJSON over HTTP, against the client", "ndjson", 1.5),
    line("to CSV over HTTP, against the client", "csv", 1.5),
    line("mysql2 stream + JSON.stringify, against the client", "objects"),
  ];
}

async function memory({ ours, read }) {
  await read(ours, { sql: "select 1 as one" });
  await wait(1000);
  const idle = await ours.rss();
  const slow = await peakWhile(ours, () => read(ours, { sql: large, words: [5_000_000, 20] }));
  const fast = await peakWhile(ours, () => read(ours, { sql: large }));
  const line = (what, peak) => ({
    what,
    value: Math.round((peak - idle) / mebibyte),
    unit: "MiB",
    limit: 64,
    ok: peak - idle <= 64 * mebibyte,
  });
  return [
    line(`Memory above idle, ${largeCount} rows, reader as fast as it can`, fast),
    line("Memory above idle, reader at 5 MB/s for 20 s", slow),
  ];
}

/** The server sends nothing before it has filled 16 KiB, so this is the first byte of all that it does. */
async function firstByte({ ours, read }) {
  const waits = [];
  for (let round = 0; round < 20; round += 1) {
    // A reader of so few bytes per second leaves after a tenth of one.
    const { first } = await read(ours, { sql: large, words: [1e12, 0.1] });
    waits.push(first);
  }
  const value = Math.round(median(waits));
  return [
    {
      what: `First byte of ${largeCount} rows, sign-in included`,
      value,
      unit: "ms",
      limit: 50,
      ok: value <= 50,
    },
  ];
}
