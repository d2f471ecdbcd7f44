import type { Account, IncompleteRowsError } from "@wellhead/client";
import type { Results } from "../store/results.js";
import type { ResultTable } from "../table/result-table.js";
import type { Connection } from "./find-tables.js";
import type { PlannedReading } from "./plan-readings.js";

/** Options of {@link loadReadings}. */
export interface LoadReadingsOptions {
  /** Where the rows go. */
  readonly results: Results;
  /** Ends the readings. */
  readonly signal: AbortSignal;
  /** Whether accounts are validated first; `true` when omitted. */
  readonly validates?: boolean;
  /** Whether rows are used even when some are missing; `false` when omitted. */
  readonly allowsPartial?: boolean;
  /** Called with the account that POST /validate returned, before any row: store it, the old token may be void. */
  readonly onAccount?: (connection: Connection, account: Account) => void | Promise<void>;
  /** Called after each batch of rows. */
  readonly onBatch?: (rows: number, bytes: number) => void;
}

/** A reading that was loaded into a table. */
export interface LoadedReading {
  readonly reading: PlannedReading;
  readonly table: ResultTable;
  readonly rowCount: number;
  /** Why rows are missing; `undefined` when every row of the request arrived. */
  readonly incomplete: IncompleteReadingError | undefined;
}

/** Rows of a source are missing. */
export class IncompleteReadingError extends Error {
  override readonly name = "IncompleteReadingError";
  /** How the stream of rows ended. */
  readonly ending: IncompleteRowsError["ending"];

  /**
   * Creates an error.
   *
   * @param reading - The reading
   * @param rowCount - Number of rows that arrived
   * @param cause - The error of the stream
   */
  constructor({ connection, source }: PlannedReading, rowCount: number, cause: IncompleteRowsError) {
    const who = cause.ending === "marked" ? "the connector stopped" : "the stream broke";
    const rows = `${rowCount.toLocaleString("en-US")} ${rowCount === 1 ? "row" : "rows"}`;
    super(
      `Could not read all of ${connection.name}."${source.id}": ${who} after ${rows}: ${cause.message.replace(/\.$/, "")}.`,
      { cause },
    );
    this.ending = cause.ending;
  }
}

/**
 * Reads the sources of a query into tables, one after the other.
 *
 * @param readings - The planned readings
 * @param options - The destination, and whether missing rows are allowed
 * @returns What was loaded
 * @throws IncompleteReadingError when rows are missing and that is not allowed; ConnectorError when the connector
 * refuses a request
 */
export async function loadReadings(
  readings: readonly PlannedReading[],
  options: LoadReadingsOptions,
): Promise<readonly LoadedReading[]> {
  const accounts = new Map<string, Account | undefined>();
  const loaded: LoadedReading[] = [];
  for (const reading of readings) {
    const { connection } = reading;
    const account = accounts.get(connection.name) ?? (await validAccount(connection, options));
    accounts.set(connection.name, account);
    const result = await loadReading(reading, account, options);
    if (result.incomplete !== undefined && options.allowsPartial !== true) throw result.incomplete;
    loaded.push(result);
  }
  return loaded;
}

async function validAccount(
  connection: Connection,
  { validates = true, onAccount, signal }: LoadReadingsOptions,
): Promise<Account | undefined> {
  const { connector, account } = connection;
  if (account === undefined || !validates) return account;
  const valid = await connector.validate(account, { signal });
  await onAccount?.(connection, valid);
  return valid;
}

async function loadReading(
  reading: PlannedReading,
  account: Account | undefined,
  { results, onBatch, signal }: LoadReadingsOptions,
): Promise<LoadedReading> {
  const { connection, source, declared, isPlain, columns, filter, limit } = reading;
  const rows = await connection.connector.rows({
    source: source.id,
    account,
    validate: false,
    filter,
    limit,
    signal,
  });
  const { incomplete, rowCount, table } = await results.load(rows, {
    schema: connection.name,
    name: source.id,
    declared,
    isPlain,
    columns,
    ...(onBatch && { onBatch }),
  });
  const error = incomplete && new IncompleteReadingError(reading, rowCount, incomplete);
  return { reading, table, rowCount, incomplete: error };
}
