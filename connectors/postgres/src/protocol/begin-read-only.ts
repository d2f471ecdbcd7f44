import { upstreamInvalid } from "@wellhead/sdk";
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
  /** Bytes that one sort or hash may take in memory. Default: the server's setting. */
  readonly workMemoryBytes?: number | undefined;
  /** Powers a role may have beyond reading tables: all, none, or those named. */
  readonly allowPowerfulRoles: boolean | readonly string[];
  /** Whether the same statement must return its rows in the same order again. Default: `false`. */
  readonly isRepeatable?: boolean | undefined;
}

/** Settings that bound the transaction. */
function boundsOf({
  timeouts: { statement, lock, idle },
  workMemoryBytes,
}: BeginOptions): Readonly<Record<string, string>> {
  return {
    statement_timeout: String(statement),
    lock_timeout: String(lock),
    idle_in_transaction_session_timeout: String(idle),
    client_connection_check_interval: "500",
    ...(workMemoryBytes !== undefined && { work_mem: `${Math.ceil(workMemoryBytes / 1024)}kB` }),
    client_min_messages: "error",
  };
}

/** Settings that decide which rows are sent and in which form; a role, a database or a server may have others. */
const formSettings: Readonly<Record<string, string>> = {
  DateStyle: "ISO, YMD",
  IntervalStyle: "iso_8601",
  TimeZone: "UTC",
  client_encoding: "UTF8",
  extra_float_digits: "1",
  bytea_output: "hex",
  // Rows that a policy hides from the role are left out; the alternative is an error.
  row_security: "on",
  // A search of a GIN index would leave rows out at random.
  gin_fuzzy_search_limit: "0",
  transform_null_equals: "off",
};

/** A scan that begins where another one is, and several at once, return rows in another order each time. */
const repeatableSettings = { synchronize_seqscans: "off", max_parallel_workers_per_gather: "0" };

/** Settings that only a superuser changes and that read damaged pages as if they had no rows. */
const unsafeSettings = ["zero_damaged_pages", "ignore_checksum_failure"];

/**
 * Begins a read-only transaction with its bounds, and refuses roles that no transaction can bound.
 *
 * @param connection - A session that is idle
 * @param options - The bounds
 * @throws ConnectorError `account_invalid` when the role is a superuser or reaches the server's files or programs
 */
export async function beginReadOnly(connection: Connection, options: BeginOptions): Promise<void> {
  await connection.query("begin transaction read only");
  const repeatable = options.isRepeatable === true ? repeatableSettings : {};
  await applySettings(connection, { ...boundsOf(options), ...repeatable }, formOf(connection));
  await refusePowers(connection, options.allowPowerfulRoles);
}

/** A database without an encoding is read byte by byte: the server would refuse what is not UTF-8 without a place. */
function formOf({ parameters }: Connection): Readonly<Record<string, string>> {
  if (parameters.get("server_encoding") !== "SQL_ASCII") return formSettings;
  return { ...formSettings, client_encoding: "SQL_ASCII" };
}

/** Changes settings for the transaction and reads the form back. Settings an older server lacks are left alone. */
async function applySettings(
  connection: Connection,
  bounds: Readonly<Record<string, string>>,
  form: Readonly<Record<string, string>>,
): Promise<void> {
  const entries = Object.entries({ ...bounds, ...form });
  const values = entries.map((_, index) => `($${index * 2 + 1}, $${index * 2 + 2})`).join(", ");
  const { rows } = await connection.query(
    `select wanted.name, pg_catalog.set_config(wanted.name, wanted.value, true)
     from (values ${values}) wanted (name, value)
     join pg_catalog.pg_settings known on pg_catalog.lower(known.name) = pg_catalog.lower(wanted.name)
     union all select name, setting from pg_catalog.pg_settings where name = any ($${entries.length * 2 + 1})`,
    [...entries.flat(), `{${unsafeSettings.join(",")}}`],
  );
  for (const [name, value] of rows) {
    const expected = unsafeSettings.includes(name ?? "") ? "off" : form[name ?? ""];
    if (expected === undefined || value === expected) continue;
    throw upstreamInvalid(
      `Could not prepare the session: expected the setting ${name} to be "${expected}", got "${value}". Ask the administrator of the database to change it.`,
    );
  }
}
