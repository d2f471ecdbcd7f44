const targets = ["duckdb-database", "postgres-database", "sqlite-database"];

/**
 * Returns a module for `node --import` that ends the command with SIGKILL before or after the first statement of a kind that
 * it sends to its target. `KILL_AT` is the first word of the statement, `KILL_AFTER` is `true` or `false`.
 */
export function killAtStatement(): string {
  const paths = targets.map((name) => new URL(`../dist/sync/targets/${name}.js`, import.meta.url).href);
  return `data:text/javascript,${encodeURIComponent(`
const { KILL_AT: kind, KILL_AFTER: isAfter } = process.env;
const around = async (matches, work) => {
  if (matches && isAfter === "false") process.kill(process.pid, "SIGKILL");
  const result = await work();
  if (matches && isAfter === "true") process.kill(process.pid, "SIGKILL");
  return result;
};
for (const path of ${JSON.stringify(paths)}) {
  for (const { prototype } of Object.values(await import(path)).filter((one) => one.prototype?.append)) {
    const { run, append } = prototype;
    prototype.run = function (sql) {
      return around(sql.trimStart().toUpperCase().startsWith(kind), () => run.call(this, sql));
    };
    prototype.append = function (...given) {
      return around(kind === "INSERT", () => append.apply(this, given));
    };
  }
}`)}`;
}
