import {
  type Account,
  type ArrowReading,
  ConnectorError,
  IncompleteRowsError,
  type RowReading,
} from "@wellhead/client";
import { UnsuitedValues } from "../arrow/loaded-column.js";
import type { LoadableBatches, LoadableRows, LoadOptions } from "../load/load-options.js";
import type { LoadedColumn } from "../load/store-table.js";
import type { LoadedTable } from "../store/loaded-table.js";
import type { Results } from "../store/results.js";
import type { ResultTable } from "../table/result-table.js";
import { typeName } from "../types/fixed-type.js";
import { checkComparison } from "./check-comparison.js";
import type { Connection } from "./find-tables.js";
import { joinedRequests } from "./joined-requests.js";
import type { PlannedReading } from "./plan-readings.js";
import { readJoined } from "./read-joined.js";
import { type TypeIdsOptions, typeIds } from "./type-ids.js";
import { type TypeMemory, typeKeyOf } from "./type-memory.js";

/** Maximum number of requests for one table whose required filter comes from a join. */
export const defaultMaxRequests = 100;

/** Options of {@link loadReadings}. */
export interface LoadReadingsOptions {
  /** Where the rows go. */
  readonly results: Results;
  /** Ends the readings. */
  readonly signal: AbortSignal;
  /** Whether accounts are validated first. Default: `true`. */
  readonly validates?: boolean;
  /** Whether rows are used even when some are missing. Default: `false`. */
  readonly allowsPartial?: boolean;
  /** Maximum number of requests for one table whose required filter comes from a join. Default: 100. */
  readonly maxRequests?: number;
  /** What happens to values that do not fit the types of their columns. Default: `refuse`. */
  readonly unfit?: "refuse" | "null";
  /** Where the types of columns that nobody declares are remembered. Default: nowhere. */
  readonly memory?: TypeMemory;
  /** The current time in milliseconds since 1970. Default: the system's clock. */
  readonly now?: () => number;
  /**
   * Called with the account that POST /validate returned, before any row. It must be stored, because the old token may
   * be invalid.
   */
  readonly onAccount?: (connection: Connection, account: Account) => void | Promise<void>;
  /** Called after each batch of rows. */
  readonly onBatch?: (rows: number, bytes: number) => void;
}

/** A reading that was loaded into a table. */
export interface LoadedReading {
  readonly reading: PlannedReading;
  readonly table: ResultTable;
  readonly rowCount: number;
  /** The filters of the requests that were made. Empty when a join had no values. */
  readonly filters: readonly Readonly<Record<string, unknown>>[];
  /** Why rows are missing; `undefined` when every row of the request arrived. */
  readonly incomplete: IncompleteReadingError | undefined;
  /** The columns of the table. */
  readonly columns: readonly LoadedColumn[];
  /** Members of the rows that `SELECT *` does not contain, because the source does not declare them. */
  readonly omitted: readonly string[];
  /** The columns with values that do not fit their types. */
  readonly unfit: LoadedTable["unfit"];
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
  constructor(
    { connection, source }: Pick<PlannedReading, "connection" | "source">,
    rowCount: number,
    cause: IncompleteRowsError,
  ) {
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
 * @throws IncompleteReadingError when rows are missing and that is not allowed; RequestLimitError when a join needs too
 * many requests; ConnectorError when the connector refuses a request
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
    await rememberTypes(result, options);
    loaded.push(result);
  }
  return loaded;
}

/** Remembers the types that the values of all rows of a source have. */
async function rememberTypes(
  { reading, columns, incomplete }: LoadedReading,
  { memory, now = Date.now }: LoadReadingsOptions,
): Promise<void> {
  const { declared, filter, limit, joined, undeclared } = reading;
  const isWhole = Object.keys(filter).length === 0 && limit === undefined && joined === undefined;
  if (!isWhole || incomplete !== undefined || undeclared === "omit" || reading.otherType !== "") return;
  const known = new Set(declared.map(({ id }) => id));
  const found = columns.filter(({ key }) => !known.has(key));
  // A column without a value may have any type.
  const typed = found.filter(({ isEmpty }) => !isEmpty);
  if (typed.length === 0) return;
  await memory?.remember(typeKeyOf(reading), {
    at: now(),
    columns: Object.fromEntries(typed.map(({ key, type }) => [key, typeName(type)])),
    isComplete: reading.columns === undefined && typed.length === columns.length,
  });
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
  options: LoadReadingsOptions,
): Promise<LoadedReading> {
  const { connection, source, filter, limit, joined } = reading;
  const { signal, allowsPartial = false } = options;
  const request = { source: source.id, account, validate: false, unknownFilter: "refuse", signal } as const;
  const attempt = async <Found>(ask: () => Promise<Found>): Promise<Found> => {
    try {
      return await ask();
    } catch (error) {
      throw error instanceof ConnectorError ? failureOf(error, reading, allowsPartial) : error;
    }
  };
  const read = (more: Readonly<Record<string, unknown>> = {}) =>
    attempt(() => connection.connector.rows({ ...request, filter: { ...filter, ...more }, limit }));
  if (joined !== undefined) return loadJoined(reading, { ...options, account, read });
  const readBatches = suitsBatches(reading)
    ? () => attempt(() => connection.connector.batches({ ...request, filter, limit }))
    : undefined;
  const loaded = await loadPlain(reading, { ...options, read, readBatches });
  const ask: Pick<TypeIdsOptions, "read"> = {
    read: (more) => connection.connector.rows({ ...request, ...more }),
  };
  const declared = await typeIds(reading, { columns: loaded.columns, ...ask });
  if (declared === undefined) return { ...loaded, reading, filters: [filter] };
  await loaded.table.drop();
  const again = await loadPlain({ ...reading, declared }, { ...options, read });
  return { ...again, reading, filters: [filter] };
}

/** Returns the error of a request without rows. If rows may be missing, and it may succeed later, its rows are missing. */
function failureOf(
  error: ConnectorError,
  { connection, source }: PlannedReading,
  allowsPartial: boolean,
): Error {
  const { code, message, status, field, retryAfter, isRetryable } = error;
  if (allowsPartial && isRetryable)
    return new IncompleteRowsError("marked", message, { code: status, cause: error });
  const details = { status, field, retryAfter, isRetryable, cause: error };
  return new ConnectorError(code, `Could not read ${connection.name}."${source.id}": ${message}`, details);
}

type ReadRows = (filter?: Readonly<Record<string, unknown>>) => Promise<RowReading>;

/** Types of columns whose values record batches have as JSON has them. Ids are numbers or texts, which Arrow does not show. */
const batchTypes = new Set(["text", "number", "bool", "date", "array[text]", "array[number]", "array[date]"]);

/** Whether rows are requested as record batches: only if the source says what all of its columns are. */
function suitsBatches({ declared, isComplete, undeclared }: PlannedReading): boolean {
  const areKnown = declared.length > 0 && (isComplete || undeclared === "omit");
  return areKnown && declared.every(({ type }) => batchTypes.has(type));
}

interface LoadPlainOptions extends LoadReadingsOptions {
  readonly read: ReadRows;
  /** Reads record batches, if the connector offers them. Default: the rows are read as JSON. */
  readonly readBatches?: (() => Promise<ArrowReading | RowReading>) | undefined;
}

/** Loads the rows of one request. */
async function loadPlain(
  reading: PlannedReading,
  { read, readBatches, ...options }: LoadPlainOptions,
): ReturnType<typeof loadRows> {
  try {
    if (readBatches !== undefined) {
      try {
        return await loadRows(reading, await readBatches(), options);
      } catch (error) {
        if (!(error instanceof UnsuitedValues)) throw error;
      }
    }
    return await loadRows(reading, await read(), options);
  } catch (error) {
    if (!(error instanceof IncompleteRowsError)) throw error;
    const failed = { lines: () => failingLines(error) };
    return await loadRows({ ...reading, declared: columnsWithoutRows(reading) }, failed, options);
  }
}

async function* failingLines(error: IncompleteRowsError): ReturnType<LoadableRows["lines"]> {
  yield* [];
  throw error;
}

/** Returns the columns of a table without rows: if they are not declared, also those that the statement names. */
function columnsWithoutRows({
  declared,
  isComplete,
  columns = new Set(),
}: Pick<PlannedReading, "declared" | "isComplete" | "columns">): LoadOptions["declared"] & object {
  const known = new Set(declared.map(({ id }) => id.toLowerCase()));
  const named = isComplete ? [] : [...columns].filter((name) => !known.has(name));
  return [...declared, ...named.map((id) => ({ id, type: "" }))];
}

interface LoadJoinedOptions extends LoadReadingsOptions {
  readonly account: Account | undefined;
  readonly read: ReadRows;
}

/** Loads the rows of all requests that a join needs. */
async function loadJoined(
  reading: PlannedReading,
  { account, read, ...options }: LoadJoinedOptions,
): Promise<LoadedReading> {
  const { connection, source, declared } = reading;
  const { results, maxRequests = defaultMaxRequests, allowsPartial = false, signal } = options;
  const requests = await joinedRequests(reading, {
    results,
    maxRequests,
    options: async (field) => {
      if (field.options.length > 0 || !field.hasDatalist || field.dependsOn.length > 0) return field.options;
      const ask = { source: source.id, field: field.id, account, signal };
      // Without its options, a filter gets the values unchanged.
      return connection.connector.options(ask).catch(() => []);
    },
  });
  const known = new Set(declared.map(({ id }) => id.toLowerCase()));
  const { added, repeated, ...rows } = readJoined(requests, { read, declared: known, allowsPartial });
  const columns = [...(requests.length > 0 ? declared : columnsWithoutRows(reading)), ...added];
  const names = reading.columns && new Set([...reading.columns, ...added.map(({ id }) => id.toLowerCase())]);
  // Which rows are read depends on the statement, so their values do not decide the types of columns.
  const otherType = reading.otherType || "text";
  const loaded = await loadRows({ ...reading, otherType, declared: columns, columns: names }, rows, {
    ...options,
    repeated,
    // Of these columns, only the requested values matter.
    valueTyped: new Set(Object.keys(requests[0]?.asked ?? {}).map((id) => id.toLowerCase())),
  });
  checkComparison({ reading, requests, table: loaded.table });
  return { ...loaded, reading, filters: requests.map(({ filter }) => ({ ...reading.filter, ...filter })) };
}

async function loadRows(
  reading: Omit<PlannedReading, "declared"> & Pick<LoadOptions, "declared">,
  rows: LoadableRows | LoadableBatches,
  {
    results,
    onBatch,
    repeated,
    valueTyped,
    unfit = "refuse",
  }: LoadReadingsOptions & Pick<LoadOptions, "repeated" | "valueTyped">,
): Promise<Omit<LoadedReading, "filters" | "reading">> {
  const { connection, source, declared = [], isPlain, columns, undeclared, otherType } = reading;
  const {
    incomplete,
    rowCount,
    table,
    omitted,
    unfit: unfitColumns,
    columns: loaded,
  } = await results.load(rows, {
    schema: connection.name,
    name: source.id,
    declared,
    isPlain,
    columns,
    repeated,
    undeclared,
    otherType,
    unfit,
    valueTyped,
    limit: reading.limit,
    ...(onBatch && { onBatch }),
  });
  return {
    table,
    rowCount,
    omitted,
    unfit: unfitColumns,
    columns: loaded,
    incomplete: incomplete && new IncompleteReadingError(reading, rowCount, incomplete),
  };
}
