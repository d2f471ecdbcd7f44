import type { Connection } from "./connection.js";
import { refusePowers } from "./refuse-powers.js";

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
  /** Powers a role may have beyond reading tables: all, none, or those named. */
  readonly allowPowerfulRoles: boolean | readonly string[];
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
  await refusePowers(connection, options.allowPowerfulRoles);
}
