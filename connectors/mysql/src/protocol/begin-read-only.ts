import { upstreamInvalid } from "@wellhead/sdk";
import type { Connection } from "./connection.js";
import { queryTexts } from "./query-texts.js";
import { refusePowers } from "./refuse-powers.js";
import { runCommand } from "./run-statement.js";

/** The timeouts of a transaction. */
export interface Timeouts {
  /** Maximum duration of one statement in milliseconds. */
  readonly statement: number;
  /** Maximum time in milliseconds that a statement waits for a lock. */
  readonly lock: number;
  /** Maximum time in milliseconds that the session is idle inside the transaction. */
  readonly idle: number;
}

/** How to begin a transaction. */
export interface BeginOptions {
  readonly timeouts: Timeouts;
  /** Memory in bytes that one sort, join or temporary table may use. Default: the server's settings. */
  readonly workMemoryBytes?: number | undefined;
  /** Powers beyond reading and writing tables that a user may have: all, none, or those named. */
  readonly allowPowerfulUsers: boolean | readonly string[];
}

/** Seconds that the server waits for a slow reader. Our own timeouts are shorter. */
const writeTimeout = 600;

/**
 * Begins a read-only transaction with its limits, and rejects users that such a transaction cannot restrict.
 *
 * @param connection - An idle session
 * @param options - The limits
 * @throws ConnectorError `account_invalid` when the user has powers that are not allowed, `upstream_invalid` when a
 *   setting cannot be changed
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

/** Settings that decide which rows are sent and in which format. A server or a user may change them. */
const formSettings: Readonly<Record<string, string>> = {
  time_zone: "'+00:00'",
  sql_select_limit: "18446744073709551615",
  group_concat_max_len: "67108864",
};

/** The SQL mode that pads the values of `CHAR` columns with spaces that are not part of them. */
const padding = "PAD_CHAR_TO_FULL_LENGTH";
const sqlMode = `@@session.sql_mode=replace(@@session.sql_mode, '${padding}', ''), @@session.sql_auto_is_null=0`;

/**
 * Reads back the settings of {@link beginReadOnly}: a proxy between this service and the server may have changed them.
 */
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

/** Returns the settings that limit the session. MariaDB limits every statement, MySQL only those that read. */
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
    // The user's grants are parsed from text in which names must be quoted to be distinguishable from keywords.
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

/** Returns the memory settings. There are several; a temporary table is limited by the smaller of the last two. */
function memoryOf(bytes: number): Readonly<Record<string, number>> {
  return {
    "@@session.sort_buffer_size": bytes,
    "@@session.join_buffer_size": bytes,
    "@@session.tmp_table_size": bytes,
    "@@session.max_heap_table_size": bytes,
  };
}

/** Converts milliseconds to seconds, rounded up. */
function seconds(milliseconds: number): number {
  return Math.ceil(milliseconds / 1000);
}
