import { readFileSync } from "node:fs";
import type { PostgresServer } from "@wellhead/test-support/programs/start-postgres";
import { expect } from "vitest";

/** Settings of a server whose log {@link readStatements} reads. */
export const logSettings = ["log_statement=all", "log_parameter_max_length=0", "log_line_prefix=%u|"];

/**
 * Returns a checksum of what requests must not change: the rows of `orders`, and all relations, functions, roles and
 * settings.
 *
 * @param server - The server
 * @returns A text that differs after a change
 */
export function checksum(server: PostgresServer): string {
  return server.admin(`
    select md5(string_agg(o::text, ',' order by id)) from orders o;
    select md5(string_agg(relname || coalesce(relacl::text, ''), ',' order by oid)) from pg_class;
    select md5(string_agg(proname, ',' order by oid)) from pg_proc;
    select md5(string_agg(rolname || coalesce(rolconfig::text, ''), ',' order by oid)) from pg_roles;
    select count(*) from pg_largeobject_metadata;
    select md5(string_agg(s::text, ',' order by sequencename)) from pg_sequences s`);
}

/**
 * Returns the statements that the role has run, once the log contains all of them.
 *
 * @param server - A server with {@link logSettings}
 * @returns The statements, without their values
 */
export async function readStatements(server: PostgresServer): Promise<readonly string[]> {
  const mark = `mark-${Math.random()}`;
  server.admin(`select '${mark}'`);
  await expect.poll(() => server.log(), { timeout: 30_000 }).toContain(mark);
  const found: string[] = [];
  let current: string | undefined;
  for (const line of [...server.log().split("\n"), "|"]) {
    if (line.startsWith("\t") && current !== undefined) {
      current += ` ${line.trim()}`;
      continue;
    }
    if (current !== undefined) found.push(current);
    const logged = /^wellhead_reader\|(?:LOG: {2}(?:execute \S+|statement)|STATEMENT): +(?<sql>.*)$/.exec(
      line,
    );
    current = logged?.groups?.["sql"];
  }
  return found;
}

/**
 * Returns the CPU time of the role's sessions. It does not increase while they wait for their client.
 *
 * @param server - The server
 * @returns Clock ticks of the system
 */
export function computed(server: PostgresServer): number {
  const pids = server.admin("select pid from pg_stat_activity where usename = 'wellhead_reader'");
  return pids
    .trim()
    .split("\n")
    .filter((pid) => pid !== "")
    .map((pid) => readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [])
    .reduce((sum, fields) => sum + Number(fields[11]) + Number(fields[12]), 0);
}

/**
 * Reads a column with psql.
 *
 * @param server - The server
 * @param table - The table, sorted by its column `id`
 * @param column - The column
 * @returns The texts; `null` means NULL
 */
export function shown(server: PostgresServer, table: string, column: string): readonly (string | null)[] {
  return server
    .admin(
      `set timezone = 'UTC'; set intervalstyle = 'iso_8601';
       select coalesce(encode(convert_to(${column}::text, 'UTF8'), 'hex'), 'null') from ${table} order by id`,
    )
    .slice(0, -1)
    .split("\n")
    .map((hex) => (hex === "null" ? null : Buffer.from(hex, "hex").toString()));
}

/**
 * Locks a table so that it cannot be read.
 *
 * @param server - The server
 * @param table - The table
 * @returns A function that releases the lock
 */
export async function lock(server: PostgresServer, table: string): Promise<() => void> {
  const locked = server.adminAsync(
    `begin; lock table ${table} in access exclusive mode; select pg_sleep(300)`,
  );
  const sql = `select count(*) from pg_locks where mode = 'AccessExclusiveLock' and relation = '${table}'::regclass`;
  await expect.poll(() => server.admin(sql), { timeout: 30_000 }).toBe("1\n");
  return () => {
    locked.kill();
    server.admin("select pg_terminate_backend(pid) from pg_stat_activity where query like 'begin; lock%'");
  };
}
