import { tmpdir } from "node:os";
import { join } from "node:path";
import { type PostgresServer, startPostgres } from "@wellhead/test-support/programs/start-postgres";
import { DuckdbDatabase } from "../src/sync/targets/duckdb-database.js";
import { PostgresDatabase } from "../src/sync/targets/postgres-database.js";
import { SqliteDatabase } from "../src/sync/targets/sqlite-database.js";
import type { SyncDatabase } from "../src/sync/targets/sync-database.js";

const asked = process.env["WELLHEAD_SYNC_HISTORIES"];
/** Whether `npm run proof sync` runs. */
export const isLong = asked !== undefined;
/** Numbers of histories in `npm test` and in its long form. */
const usual =
  process.env["WELLHEAD_LONG"] === undefined
    ? { sqlite: 15, duckdb: 1, served: 1 }
    : { sqlite: 50, duckdb: 2, served: 3 };
/** Number of histories of each target by `npm run proof sync`, and of SQLite in other runs. */
const historyCount = Number(asked ?? usual.sqlite);
/** Number of histories of each kind of pages. */
export const servedHistoryCount = isLong ? historyCount : usual.served;
let server: PostgresServer | undefined;
let schemas = 0;

/** Stops the PostgreSQL server, if one was started. */
export async function stopTargets(): Promise<void> {
  await server?.stop();
}

/** Connects to a schema of its own, in a server that starts once. */
async function openPostgres(): Promise<PostgresDatabase> {
  server ??= await startPostgres();
  if (schemas > 0) server.admin(`drop schema if exists s${schemas} cascade`);
  schemas += 1;
  return PostgresDatabase.open(server.addressOf(`s${schemas}`), false);
}

/** The targets, and how many histories each of them gets. Starting a server takes longer than a few histories. */
export const historyTargets: readonly (readonly [
  name: string,
  open: () => Promise<SyncDatabase>,
  histories: number,
])[] = [
  ["SQLite", async () => new SqliteDatabase(":memory:"), historyCount],
  [
    "DuckDB",
    () => DuckdbDatabase.open(":memory:", join(tmpdir(), `wellhead-histories-${process.pid}.rows`)),
    isLong ? historyCount : usual.duckdb,
  ],
  ...(isLong ? [["PostgreSQL", openPostgres, historyCount] as const] : []),
];
