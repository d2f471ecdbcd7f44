import type { MariadbServer } from "./start-mariadb.js";

/** Settings of a server whose log is read by {@link readStatements}. */
export const logSettings = ["general-log=ON", "log-output=TABLE"];

/**
 * Returns what no request may change: all rows of the tables named, all relations, routines, users and settings.
 *
 * @param server - The server
 * @returns A text that differs after a change
 */
export function checksum(server: MariadbServer): string {
  return server.admin(`
    checksum table orders, plain, counter, mysql.global_priv, mysql.tables_priv, mysql.db, mysql.proc, mysql.event;
    select table_schema, table_name, engine from information_schema.tables where table_schema not in ('information_schema') order by 1, 2;
    select * from information_schema.global_variables where variable_name not in ('GTID_BINLOG_POS', 'TIMESTAMP') order by 1`);
}

/**
 * Reads what the user has had the server do: commands with their text, without bound values.
 *
 * @param server - A server with {@link logSettings}
 * @returns The commands in order
 */
export function readStatements(server: MariadbServer): readonly string[] {
  const lines = server.admin(
    `select command_type, replace(replace(convert(argument using utf8mb4), '\\n', ' '), '\\t', ' ')
     from mysql.general_log where user_host like 'wellhead_reader%' and command_type <> 'Execute' and argument <> ''`,
  );
  // The number of a connection differs every time, and so does the one it stops.
  return lines
    .trimEnd()
    .split("\n")
    .map((line) => line.replace(/kill \d+$/, "kill"));
}
