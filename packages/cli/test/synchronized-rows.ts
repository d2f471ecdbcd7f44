import { expect } from "vitest";
import type { TypeState } from "../src/sync/sync-state.js";
import { DuckdbDatabase } from "../src/sync/targets/duckdb-database.js";
import { PostgresDatabase } from "../src/sync/targets/postgres-database.js";
import { SqliteDatabase } from "../src/sync/targets/sqlite-database.js";
import type { SyncDatabase } from "../src/sync/targets/sync-database.js";

/** Reads the target with SQL of its own. */
export async function actualRows(
  database: SyncDatabase,
  table: string,
  hasExtra: boolean,
): Promise<unknown[][]> {
  const { tags, at } = readers.find(({ owner }) => database instanceof owner) ?? { tags: "tags", at: '"at"' };
  const extra = hasExtra ? ", extra" : "";
  const rows = await database.run(
    `SELECT id, name, CAST(size AS TEXT), ${at}, CAST(open AS TEXT), ${tags} ${extra} FROM "${table}"`,
  );
  const actual = rows.map(([id, name, number, when, open, list, ...rest]) => [
    id,
    name,
    number?.includes(".") === true ? number.replace(/0+$/, "").replace(/\.$/, "") : number,
    when === null ? null : Date.parse(String(when)),
    open === null ? null : open === "1" || open === "true",
    list === null ? null : JSON.stringify(JSON.parse(String(list))),
    ...rest,
  ]);
  return actual.toSorted(([a], [b]) => (String(a) < String(b) ? -1 : 1));
}

const readers = [
  {
    owner: DuckdbDatabase,
    tags: "CAST(to_json(tags) AS TEXT)",
    at: `strftime("at" AT TIME ZONE 'UTC', '%Y-%m-%dT%H:%M:%S.%gZ')`,
  },
  {
    owner: PostgresDatabase,
    tags: "CAST(tags AS TEXT)",
    at: `to_char("at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
  },
];

/** Reads a table of links, each as its two keys. */
export async function actualLinks(database: SyncDatabase, table: string): Promise<readonly string[]> {
  const rows = await database.run(`SELECT source_id, target_id FROM "${table}"`);
  return rows.map(([source, target]) => `${source} ${target}`).toSorted();
}

/** Keys of all tables, each after its type. */
export async function keysIn(database: SyncDatabase): Promise<ReadonlySet<string>> {
  const keys = new Set<string>();
  for (const [type, { table, columns }] of await statesOf(database)) {
    if (columns.length === 0) continue;
    const key = columns.some(({ field }) => field === "id") ? "id" : "key";
    for (const [id] of await database.run(`SELECT ${key} FROM "${table}"`)) keys.add(`${type} ${id}`);
  }
  return keys;
}

/** Returns whether a run has begun that is not applied yet. */
export async function isRunPending(database: SyncDatabase): Promise<boolean> {
  return (await statesOf(database)).some(([, { run }]) => run !== undefined);
}

/** The state of a run never precedes its rows, nor the other way round. */
export async function expectStagesAsStated(database: SyncDatabase): Promise<void> {
  for (const [, { number, run }] of await statesOf(database)) {
    if (run === undefined) continue;
    const staged = await database.run(`SELECT CAST(count(*) AS TEXT) FROM wellhead_stage_${number}`);
    expect(staged).toEqual([[String(run.rows)]]);
  }
}

async function statesOf(database: SyncDatabase): Promise<readonly (readonly [string, TypeState])[]> {
  const name =
    database instanceof SqliteDatabase
      ? "sqlite_master WHERE name"
      : "information_schema.tables WHERE table_name";
  const here = database instanceof PostgresDatabase ? "AND table_schema = current_schema()" : "";
  const found = await database.run(`SELECT '1' FROM ${name} = 'wellhead_state' ${here}`);
  if (found.length === 0) return [];
  const rows = await database.run("SELECT type, state FROM wellhead_state");
  // The state is what the program has written.
  return rows.map(([type, text]) => [String(type), JSON.parse(String(text)) as TypeState]);
}
