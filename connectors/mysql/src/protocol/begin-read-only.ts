import type { Connection } from "./connection.js";
import { refusePowers } from "./refuse-powers.js";
import { runCommand } from "./run-statement.js";

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
  /** Powers a user may have beyond reading and writing tables: all, none, or those named. */
  readonly allowPowerfulUsers: boolean | readonly string[];
  /** Most rows a statement gives. Default: all. */
  readonly mostRows?: number | undefined;
}

/** Seconds the server waits for a reader who is slow; our own bounds are shorter. */
const writeTimeout = 600;

/**
 * Begins a read-only transaction with its bounds, and refuses users that no transaction can bound.
 *
 * @param connection - A session that is idle
 * @param options - The bounds
 * @throws ConnectorError `account_invalid` when the user has rights that reach beyond tables
 */
export async function beginReadOnly(connection: Connection, options: BeginOptions): Promise<void> {
  const settings = Object.entries(settingsOf(connection, options)).map(([name, value]) => `${name}=${value}`);
  await runCommand(connection, `set names utf8mb4, ${settings.join(", ")}`);
  await refusePowers(connection, options.allowPowerfulUsers);
  await runCommand(connection, "set session transaction read only");
  await runCommand(connection, "start transaction read only");
}

/** Settings of the session. MariaDB bounds every statement, MySQL those that read. */
function settingsOf(
  { handshake }: Connection,
  { timeouts, mostRows }: BeginOptions,
): Readonly<Record<string, string | number>> {
  const { statement, lock, idle } = timeouts;
  return {
    "@@session.time_zone": "'+00:00'",
    "@@session.lock_wait_timeout": seconds(lock),
    "@@session.innodb_lock_wait_timeout": seconds(lock),
    "@@session.wait_timeout": seconds(idle),
    "@@session.net_write_timeout": writeTimeout,
    // The rights of the user are read from text whose names must be told from the words around them.
    "@@session.sql_quote_show_create": 1,
    ...(mostRows !== undefined && { "@@session.sql_select_limit": mostRows }),
    ...(handshake?.isMariadb === true
      ? {
          "@@session.max_statement_time": statement / 1000,
          "@@session.idle_transaction_timeout": seconds(idle),
        }
      : { "@@session.max_execution_time": statement }),
  };
}

/** The whole seconds that a timeout fills. */
function seconds(milliseconds: number): number {
  return Math.ceil(milliseconds / 1000);
}
