import { upstreamInvalid } from "@wellhead/sdk";
import type { Connection } from "./connection.js";
import { queryTexts } from "./query-texts.js";
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
  /** Bytes that one sort, join or temporary table may take in memory. Default: the server's settings. */
  readonly workMemoryBytes?: number | undefined;
  /** Powers a user may have beyond reading and writing tables: all, none, or those named. */
  readonly allowPowerfulUsers: boolean | readonly string[];
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
  const settings = Object.entries(boundsOf(connection, options)).map(([name, value]) => `${name}=${value}`);
  const form = Object.entries(formSettings).map(([name, value]) => `@@session.${name}=${value}`);
  await runCommand(connection, `set names utf8mb4, ${[...settings, ...form, sqlMode].join(", ")}`);
  await checkSettings(connection);
  await refusePowers(connection, options.allowPowerfulUsers);
  await runCommand(connection, "set session transaction read only");
  await runCommand(connection, "start transaction read only");
}

/** Settings that decide which rows are sent and in which form; a server or a user may have others. */
const formSettings: Readonly<Record<string, string>> = {
  time_zone: "'+00:00'",
  sql_select_limit: "18446744073709551615",
  group_concat_max_len: "67108864",
};

/** Pads the values of `CHAR` columns with spaces that they do not have. */
const padding = "PAD_CHAR_TO_FULL_LENGTH";
const sqlMode = `@@session.sql_mode=replace(@@session.sql_mode, '${padding}', ''), @@session.sql_auto_is_null=0`;

/** Reads back what {@link beginReadOnly} has set: what stands between us and the server may have changed it. */
async function checkSettings(connection: Connection): Promise<void> {
  const expected: Readonly<Record<string, string>> = {
    ...formSettings,
    character_set_client: "'utf8mb4'",
    character_set_results: "'utf8mb4'",
  };
  const names = Object.keys(expected);
  const texts = Object.values(expected).map((value) => value.replaceAll("'", ""));
  const values = names.map((name) => `concat(@@session.${name}, '')`);
  const padded = `if(find_in_set('${padding}', @@session.sql_mode), '${padding}', '')`;
  const [row = []] = await queryTexts(connection, `select ${values.join(", ")}, ${padded}`);
  const wrong = names.findIndex((_, index) => row[index] !== texts[index]);
  if (wrong < 0 && row.at(-1) === "") return;
  const [name = "", value = "", got] =
    wrong < 0 ? ["sql_mode", "", padding] : [names[wrong], texts[wrong], row[wrong]];
  throw upstreamInvalid(
    `Could not prepare the session: expected the setting ${name} to be "${value}", got "${got}". Ask the administrator of the database to let sessions change it.`,
  );
}

/** Settings that bound the session. MariaDB bounds every statement, MySQL those that read. */
function boundsOf(
  { handshake }: Connection,
  { timeouts, workMemoryBytes }: BeginOptions,
): Readonly<Record<string, string | number>> {
  const { statement, lock, idle } = timeouts;
  return {
    "@@session.lock_wait_timeout": seconds(lock),
    "@@session.innodb_lock_wait_timeout": seconds(lock),
    "@@session.wait_timeout": seconds(idle),
    "@@session.net_write_timeout": writeTimeout,
    // The rights of the user are read from text whose names must be told from the words around them.
    "@@session.sql_quote_show_create": 1,
    ...(workMemoryBytes !== undefined && memoryOf(Math.floor(workMemoryBytes))),
    ...(handshake?.isMariadb === true
      ? {
          "@@session.max_statement_time": statement / 1000,
          "@@session.idle_transaction_timeout": seconds(idle),
        }
      : { "@@session.max_execution_time": statement }),
  };
}

/** Memory of a statement has several names; a temporary table is bounded by the smaller of two. */
function memoryOf(bytes: number): Readonly<Record<string, number>> {
  return {
    "@@session.sort_buffer_size": bytes,
    "@@session.join_buffer_size": bytes,
    "@@session.tmp_table_size": bytes,
    "@@session.max_heap_table_size": bytes,
  };
}

/** The whole seconds that a timeout fills. */
function seconds(milliseconds: number): number {
  return Math.ceil(milliseconds / 1000);
}
