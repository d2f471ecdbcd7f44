const targets = ["duckdb-database", "postgres-database", "sqlite-database"];

/** Who is killed. */
export type Victim = "client" | "target";

/** When it is killed, relative to the statement. */
export const killTimes = ["before", "during", "after"] as const;

/**
 * Returns a module for `node --import` that kills with SIGKILL at the first statement of a kind that the command sends to its
 * target: the command itself, or the process of PostgreSQL that serves it, after which the server recovers from its log.
 * `KILL_AT` is the first word of the statement, `KILL_TIME` one of {@link killTimes}, and `KILL_VICTIM` a {@link Victim}.
 */
export function killAtStatement(): string {
  const paths = targets.map((name) => new URL(`../dist/sync/targets/${name}.js`, import.meta.url).href);
  return `data:text/javascript,${encodeURIComponent(`
const { KILL_AT: kind, KILL_TIME: time, KILL_VICTIM: victim } = process.env;
let kill = () => process.kill(process.pid, "SIGKILL");
let isDone = false;
const around = async (matches, work, now) => {
  if (!matches || isDone || time !== now) return work();
  isDone = true;
  if (now === "before") kill();
  const result = work();
  if (now === "during") kill();
  else await result;
  if (now === "after") kill();
  return result;
};
const atAnyTime = (matches, work) =>
  around(matches, () => around(matches, () => around(matches, work, "during"), "after"), "before");
for (const path of ${JSON.stringify(paths)}) {
  for (const [name, { prototype, open }] of Object.entries(await import(path)).filter(([, one]) => one.prototype?.append)) {
    const { run, append, transaction } = prototype;
    if (victim === "target" && name === "PostgresDatabase")
      (await import(path))[name].open = async function (...given) {
        const database = await open.apply(this, given);
        const [[id]] = await run.call(database, "SELECT CAST(pg_backend_pid() AS text)");
        kill = () => {
          process.kill(Number(id), "SIGKILL");
          process.send?.("killed");
        };
        return database;
      };
    prototype.run = function (sql) {
      return atAnyTime(sql.trimStart().toUpperCase().startsWith(kind), () => run.call(this, sql));
    };
    // The others commit by themselves.
    if (name !== "PostgresDatabase")
      prototype.transaction = function (work) {
        const last = async () => {
          const result = await work();
          if (kind === "COMMIT" && time === "before") kill();
          if (kind === "COMMIT" && time === "during") setImmediate(kill);
          return result;
        };
        return around(kind === "COMMIT", () => transaction.call(this, last), "after");
      };
    prototype.append = function (...given) {
      return atAnyTime(kind === "INSERT", () => append.apply(this, given));
    };
  }
}`)}`;
}
