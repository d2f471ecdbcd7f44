// Loaded before the command: ends the process with SIGKILL before or after the first statement of a kind that it sends to
// its target. KILL_AT is the first word of the statement, KILL_AFTER is `true` or `false`.
import process from "node:process";
import { DuckdbDatabase } from "../dist/sync/targets/duckdb-database.js";
import { PostgresDatabase } from "../dist/sync/targets/postgres-database.js";
import { SqliteDatabase } from "../dist/sync/targets/sqlite-database.js";

const { KILL_AT: kind = "", KILL_AFTER: isAfter } = process.env;
const kill = () => process.kill(process.pid, "SIGKILL");

for (const { prototype } of [DuckdbDatabase, PostgresDatabase, SqliteDatabase]) {
  // Has the methods as they are now.
  const original = Object.defineProperties({ ...prototype }, Object.getOwnPropertyDescriptors(prototype));
  /** @param {string} sql A statement. */
  prototype.run = async function runAndKill(sql) {
    const matches = sql.trimStart().toUpperCase().startsWith(kind);
    if (matches && isAfter === "false") kill();
    const result = await original.run.call(this, sql);
    if (matches && isAfter === "true") kill();
    return result;
  };
  prototype.append = async function appendAndKill(...given) {
    if (kind === "INSERT" && isAfter === "false") kill();
    await original.append.apply(this, given);
    if (kind === "INSERT" && isAfter === "true") kill();
  };
}
