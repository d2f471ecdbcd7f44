import { accountInvalid } from "@wellhead/sdk";
import type { Connection } from "./connection.js";

/** What a transaction may take. */
export interface Timeouts {
  /** Milliseconds one statement may take in all. */
  readonly statement: number;
  /** Milliseconds it may wait for a lock. */
  readonly lock: number;
  /** Milliseconds the session may do nothing inside the transaction. */
  readonly idle: number;
}

/** How a transaction is begun. */
export interface BeginOptions {
  readonly timeouts: Timeouts;
  /** Whether a role that can do more than read tables is accepted. */
  readonly allowPowerfulRoles: boolean;
}

/**
 * Settings of the transaction. The first group bounds it, the second fixes the form values are sent in.
 * Settings an older server lacks are left alone.
 */
function settingsOf({ statement, lock, idle }: Timeouts): Readonly<Record<string, string>> {
  return {
    statement_timeout: String(statement),
    lock_timeout: String(lock),
    idle_in_transaction_session_timeout: String(idle),
    client_connection_check_interval: "500",
    client_min_messages: "error",
    DateStyle: "ISO, YMD",
    IntervalStyle: "iso_8601",
    TimeZone: "UTC",
    extra_float_digits: "1",
    bytea_output: "hex",
  };
}

/** Roles that reach files, programs or other roles, whatever the transaction says. */
const powersSql = `
select bool_or(role.rolsuper)
  or exists (
    select from pg_catalog.pg_roles power
    where power.rolname in ('pg_execute_server_program', 'pg_read_server_files', 'pg_write_server_files')
      and pg_catalog.pg_has_role(session_user, power.oid, 'member')
  )
from pg_catalog.pg_roles role where role.rolname in (session_user, current_user)`;

/**
 * Begins a read-only transaction with its bounds, and refuses roles that no transaction can bound.
 *
 * @param connection - A session that is idle
 * @param options - The bounds
 * @throws ConnectorError `account_invalid` when the role is a superuser or reaches the server's files or programs
 */
export async function beginReadOnly(connection: Connection, options: BeginOptions): Promise<void> {
  await connection.query("begin transaction read only");
  const settings = Object.entries(settingsOf(options.timeouts));
  const values = settings.map((_, index) => `($${index * 2 + 1}, $${index * 2 + 2})`).join(", ");
  await connection.query(
    `select pg_catalog.set_config(wanted.name, wanted.value, true)
     from (values ${values}) wanted (name, value)
     join pg_catalog.pg_settings known on pg_catalog.lower(known.name) = pg_catalog.lower(wanted.name)`,
    settings.flat(),
  );
  if (options.allowPowerfulRoles) return;
  const { rows } = await connection.query(powersSql);
  if (rows[0]?.[0] !== "f") {
    throw accountInvalid(
      "Sign in to the database: this user is a superuser or may read the server's files, make one that can only read the tables you need",
      { field: "user" },
    );
  }
}
