import { tmpdir } from "node:os";
import { join } from "node:path";
import { type PostgresServer, startPostgres } from "@wellhead/test-support/programs/start-postgres";
import { DuckdbDatabase } from "../src/sync/targets/duckdb-database.js";
import { PostgresDatabase } from "../src/sync/targets/postgres-database.js";
import { SqliteDatabase } from "../src/sync/targets/sqlite-database.js";
import type { SyncDatabase } from "../src/sync/targets/sync-database.js";

const asked = process.env["WELLHEAD_SYNC_HISTORIES"];
/** Whether the long form runs, by `npm run proof:sync`. */
export const isLong = asked !== undefined;
/** Number of histories of each target in the long form, and of SQLite in the short one. */
export const historyCount = Number(asked ?? 50);
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

/** The targets, and how many histories each of them gets. Starting a server takes longer than the short form deserves. */
export const historyTargets: readonly (readonly [
  name: string,
  open: () => Promise<SyncDatabase>,
  histories: number,
])[] = [
  ["SQLite", async () => new SqliteDatabase(":memory:"), historyCount],
  [
    "DuckDB",
    () => DuckdbDatabase.open(":memory:", join(tmpdir(), `wellhead-histories-${process.pid}.rows`)),
    isLong ? historyCount : 2,
  ],
  ...(isLong ? [["PostgreSQL", openPostgres, historyCount] as const] : []),
];
