// Loaded before the command: ends the process with SIGKILL before or after the first statement of a kind that it sends to
// its target. KILL_AT is the first word of the statement, KILL_AFTER is `true` or `false`.
import { DuckdbDatabase } from "../dist/sync/targets/duckdb-database.js";
import { PostgresDatabase } from "../dist/sync/targets/postgres-database.js";
import { SqliteDatabase } from "../dist/sync/targets/sqlite-database.js";

const { KILL_AT: kind = "", KILL_AFTER: isAfter } = process.env;
const matches = (sql) => sql.trimStart().toUpperCase().startsWith(kind);
const kill = () => process.kill(process.pid, "SIGKILL");

for (const { prototype } of [DuckdbDatabase, PostgresDatabase, SqliteDatabase]) {
  const { run, append } = prototype;
  prototype.run = async function runAndKill(sql) {
    if (matches(sql) && isAfter === "false") kill();
    const result = await run.call(this, sql);
    if (matches(sql) && isAfter === "true") kill();
    return result;
  };
  prototype.append = async function appendAndKill(...given) {
    if (kind === "INSERT" && isAfter === "false") kill();
    await append.apply(this, given);
    if (kind === "INSERT" && isAfter === "true") kill();
  };
}
