import { accountInvalid } from "@wellhead/sdk";
import {
  type Credentials,
  connectTarget,
  HttpConnection,
  type OpenSessionOptions,
  reachedTarget,
  startTls,
} from "@wellhead/sql";
import { quoteText } from "../dialect/literal.js";
import { Connection } from "./connection.js";
import { notClickhouse } from "./query-texts.js";
import { lockedMode, modeSetting, neededSettings } from "./settings.js";

/** Limits that the operator may set. They are sent only to servers that have them. */
const limits = ["max_execution_time", "max_memory_usage", "max_rows_to_read", "max_result_rows"];
const plainAnswers: ReadonlySet<string> = new Set([
  "ERR_SSL_WRONG_VERSION_NUMBER",
  "ERR_SSL_PACKET_LENGTH_TOO_LONG",
  "ECONNRESET",
]);

/**
 * Connects to a server, signs in, and finds out which settings it has.
 *
 * @param options - The server, the user, and the signal that aborts the attempt
 * @returns The connection
 * @throws ConnectorError `account_invalid` when the user may not limit its own statements
 */
export async function openConnection(options: OpenSessionOptions): Promise<Connection> {
  const { credentials, signal } = options;
  const connection = await connect(options);
  const stop = () => connection.close();
  signal.addEventListener("abort", stop, { once: true });
  try {
    const known = await readSettings(connection, [...Object.keys(neededSettings), ...limits, modeSetting]);
    if (known.get(modeSetting) === lockedMode) throw locked(credentials);
    connection.useSettings(known);
    return connection;
  } catch (error) {
    connection.close();
    throw signal.aborted ? signal.reason : error;
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

/**
 * Reads the values that settings have for the user. A profile may limit the rows of every statement, also of this one, so
 * they are one row; and it may skip that row, so they are read again without.
 */
async function readSettings(
  connection: Connection,
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const lines = "arrayStringConcat(groupArray(concat(name, '=', value)), '\\n')";
  const sql = `select ${lines} from system.settings where name in (${names.map(quoteText).join(", ")})`;
  for (const settings of [{}, { limit: "0", offset: "0" }]) {
    // No setting of a profile changes the form of raw text.
    const text = await connection.read({ sql: `${sql}\nformat TabSeparatedRaw`, settings });
    const known = new Map(
      text.split("\n").map((line): [string, string] => {
        const [name = "", ...value] = line.split("=");
        return [name, value.join("=")];
      }),
    );
    if (known.has(modeSetting)) return known;
  }
  throw notClickhouse();
}

async function connect(options: OpenSessionOptions): Promise<Connection> {
  const { credentials, target, signal } = options;
  const socket = await connectTarget(target, signal);
  const reached = reachedTarget(target, socket);
  if (credentials.tls === "disable") return new Connection(new HttpConnection(socket), credentials, reached);
  try {
    const secure = await startTls(socket, { credentials, signal });
    return new Connection(new HttpConnection(secure), credentials, reached);
  } catch (error) {
    // A port of the HTTP interface speaks TLS always or never, so only another connection can go without.
    if (credentials.tls === "prefer" && isPlainAnswer(error))
      return connect({ ...options, credentials: { ...credentials, tls: "disable" } });
    throw error;
  }
}

function isPlainAnswer(error: unknown): boolean {
  return error instanceof Error && "code" in error && plainAnswers.has(String(error.code));
}

function locked({ user }: Credentials): Error {
  return accountInvalid(
    `Could not sign in to the database: the settings of the user "${user}" have readonly = 1, with which no statement can have limits of its own. Ask for readonly = 2, which also forbids writing.`,
    { field: "user" },
  );
}
