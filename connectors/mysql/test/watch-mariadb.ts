import type { MariadbServer } from "@wellhead/test-support/programs/start-mariadb";
import { expect } from "vitest";

/** Settings of a server whose log {@link readStatements} reads. */
export const logSettings = ["general-log=ON", "log-output=TABLE"];

/**
 * Returns a checksum of what requests must not change: all rows of the named tables, and all relations, routines, users
 * and settings.
 *
 * @param server - The server
 * @returns A text that differs after a change
 */
export function checksum(server: MariadbServer): string {
  return server.admin(`
    checksum table orders, plain, counter, mysql.global_priv, mysql.tables_priv, mysql.db, mysql.proc, mysql.event;
    select table_schema, table_name, engine from information_schema.tables where table_schema not in ('information_schema') order by binary table_schema, binary table_name;
    select * from information_schema.global_variables where variable_name not in ('GTID_BINLOG_POS', 'TIMESTAMP') order by 1`);
}

/**
 * Returns the commands of the user with their text, without bound values.
 *
 * @param server - A server with {@link logSettings}
 * @returns The commands in order
 */
export function readStatements(server: MariadbServer): readonly string[] {
  const lines = server.admin(
    `select command_type, replace(replace(convert(argument using utf8mb4), '\\n', ' '), '\\t', ' ')
     from mysql.general_log where user_host like 'wellhead_reader%' and command_type <> 'Execute' and argument <> ''`,
  );
  // Connection ids differ in every run, and so do those in `kill`.
  return lines
    .trimEnd()
    .split("\n")
    .map((line) => line.replace(/kill \d+$/, "kill"));
}

/** Types whose values are bytes. */
const bytes = /blob|binary|point|geometry|polygon/;

/**
 * Reads a column with the server's own client: bytes as hexadecimal digits, bits as a number.
 *
 * @param server - The server
 * @param table - The table, sorted by its column `id`
 * @param column - The column
 * @returns The texts; `null` means NULL
 */
export function shown(server: MariadbServer, table: string, column: string): readonly (string | null)[] {
  const where = `table_name = '${table}' and column_name = '${column}'`;
  const type = server.admin(`select data_type from information_schema.columns where ${where}`);
  const isBytes = bytes.test(type);
  const text = `cast(${type === "bit\n" ? `cast(${column} as unsigned)` : column} as char)`;
  const cell = isBytes ? `hex(${column})` : `hex(convert(${text} using utf8mb4))`;
  return server
    .admin(`set time_zone = '+00:00'; select ifnull(${cell}, 'null') from ${table} order by id`)
    .slice(0, -1)
    .split("\n")
    .map((hex) => {
      if (hex === "null") return null;
      return isBytes ? hex : Buffer.from(hex, "hex").toString();
    });
}

/**
 * Locks a table so that it cannot be read.
 *
 * @param server - The server
 * @param table - The table
 * @returns A function that releases the lock
 */
export async function lock(server: MariadbServer, table: string): Promise<() => void> {
  server.adminAsync(`lock table ${table} write; select sleep(300)`);
  const sql =
    "select id from information_schema.processlist where info like '%sleep(300)' and state = 'User sleep'";
  await expect.poll(() => server.admin(sql), { timeout: 30_000 }).not.toBe("");
  const id = server.admin(sql);
  // The server checks only every few seconds whether a client has disconnected.
  return () => void server.admin(`kill ${id}`);
}
