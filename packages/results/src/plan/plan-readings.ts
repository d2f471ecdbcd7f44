import type { Column, Field, Source } from "@wellhead/client";
import { ResultsError } from "../errors/results-error.js";
import { nameKeys } from "../load/table-keys.js";
import type { Condition } from "../statement/find-conditions.js";
import type { NamedTable } from "../statement/named-table.js";
import type { StatementReads } from "../statement/read-statement.js";
import { type Connection, type FindTablesOptions, type FoundTable, findTables } from "./find-tables.js";
import { type JoinedFilters, joinFilters } from "./join-filters.js";
import { type PushedFilter, pushFilters } from "./push-filters.js";

/** The planned reading of one table of a statement. */
export interface PlannedReading {
  readonly connection: Connection;
  readonly source: Source;
  readonly declared: readonly Column[];
  /** Whether the statement also uses the table's name without the connector's. */
  readonly isPlain: boolean;
  /** Columns to load, in lower case; `undefined` means all. */
  readonly columns: ReadonlySet<string> | undefined;
  readonly filter: Readonly<Record<string, unknown>>;
  /** The filter values that come from WHERE or from the columns of the statement. */
  readonly pushed: readonly PushedFilter[];
  /** Required filters whose values come from tables that are read earlier. `undefined` when there are none. */
  readonly joined: JoinedFilters | undefined;
  readonly limit: number | undefined;
}

/** A table that filters can apply to. */
export interface FilteredTable {
  /** Name of the table's connector. */
  readonly name: string;
  readonly source: Source;
}

/** Options of {@link planReadings}. */
export interface PlanReadingsOptions extends FindTablesOptions {
  /** Returns the filters that the user chose, one for each table. Default: none. */
  readonly filters?: (tables: readonly FilteredTable[]) => readonly Readonly<Record<string, unknown>>[];
}

/** A required filter without a value. */
export class MissingFilterError extends ResultsError {
  /** Name of the connector. */
  readonly connector: string;
  /** Id of the source. */
  readonly source: string;
  /** Id of the filter. */
  readonly field: string;

  /**
   * Creates an error.
   *
   * @param connector - Name of the connector
   * @param source - Id of the source
   * @param field - Id of the filter
   */
  constructor(connector: string, source: string, field: string) {
    super(
      "statement",
      `Could not read ${connector}."${source}": its filter "${field}" is required. Give a value for it, or compare the column "${field}" in a join or in WHERE.`,
    );
    this.connector = connector;
    this.source = source;
    this.field = field;
  }
}

/**
 * Plans the readings of a statement: only the sources it names, and only the columns and rows it needs. Calls GET /,
 * and POST /datalist and POST /schema where the plan depends on them; reads no rows.
 *
 * @param reads - What the statement reads
 * @param options - The connectors and the filters
 * @returns The readings, each after those that its joined filters come from
 * @throws ResultsError `statement` when a connector or source does not exist; MissingFilterError when a required filter
 * has no value and none can be derived from the statement
 */
export async function planReadings(
  reads: StatementReads,
  options: PlanReadingsOptions,
): Promise<readonly PlannedReading[]> {
  const found = await findTables(reads.tables, options);
  const withColumns = await Promise.all(
    found.map(async (table) => ({ ...table, declared: await columnsOf(table, options.signal) })),
  );
  const filters = options.filters?.(
    found.map(({ connection, source }) => ({ name: connection.name, source })),
  );
  const readings = await Promise.all(
    withColumns.map((table, index) => {
      const others = withColumns.flatMap((other, position) => (position === index ? [] : other.declared));
      return planReading(table, {
        reads,
        others,
        given: filters?.[index] ?? {},
        signal: options.signal,
      });
    }),
  );
  return withJoins(readings, withColumns, reads);
}

/** Adds joined filters to the readings that need them, and puts the readings in order. */
function withJoins(
  readings: readonly PlannedReading[],
  found: readonly TableWithColumns[],
  { tree }: StatementReads,
): readonly PlannedReading[] {
  const filtered = readings.map(({ source, filter, declared }, index) => ({
    source,
    declared,
    tables: found[index]?.tables ?? [],
    missing: missingFilters(source, filter),
  }));
  const ordered = joinFilters(filtered, tree, (table) => knownColumns(table, found));
  for (const [index, { connection, source }] of readings.entries()) {
    const [field] = filtered[index]?.missing ?? [];
    if (field !== undefined && !ordered.some((reading) => reading.index === index))
      throw new MissingFilterError(connection.name, source.id, field.id);
  }
  return ordered.flatMap(({ index, joined }) => {
    const reading = readings[index];
    return reading === undefined ? [] : [{ ...reading, joined }];
  });
}

function knownColumns(
  { schema, name }: NamedTable,
  found: readonly TableWithColumns[],
): ReadonlySet<string> | undefined {
  const table = found.find(({ tables }) =>
    tables.some((named) => named.schema === schema && named.name === name),
  );
  if (table === undefined || table.declared.length === 0) return undefined;
  // A required filter may be compared like a column, even if the rows do not have that column.
  const filters = table.source.filter.filter(({ required }) => required);
  return new Set([...table.declared, ...filters].map(({ id }) => id.toLowerCase()));
}

type TableWithColumns = FoundTable & { readonly declared: readonly Column[] };

interface PlanReadingOptions {
  readonly reads: StatementReads;
  /** Columns of the other tables. */
  readonly others: readonly Column[];
  readonly given: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
}

async function planReading(
  { connection, source, tables, declared }: TableWithColumns,
  { reads, others, given, signal }: PlanReadingOptions,
): Promise<PlannedReading> {
  const { connector, account } = connection;
  const columns = neededColumns(reads, declared, others);
  const pushed = await pushFilters({
    source,
    declared,
    columns,
    conditions: conditionsOn(tables, reads.conditions),
    given,
    // The account is validated and stored when the rows are read.
    options: (field) => connector.options({ source: source.id, field, account, validate: false, signal }),
  });
  const filter = { ...Object.fromEntries(pushed.map(({ field, value }) => [field, value])), ...given };
  return {
    connection,
    source,
    declared,
    isPlain: tables.some(({ schema }) => schema === ""),
    columns,
    filter,
    pushed,
    joined: undefined,
    limit: reads.limit,
  };
}

async function columnsOf(
  { connection: { connector, account }, source }: FoundTable,
  signal: AbortSignal,
): Promise<readonly Column[]> {
  if (source.columns !== undefined) return source.columns;
  // The rows also show the columns, so the plan continues if the connector cannot list them.
  const options = { source: source.id, account, validate: false, signal };
  return (await connector.schema(options).catch(() => undefined)) ?? [];
}

/**
 * Returns the names that may refer to a column of a table: those that it declares, and those that no table declares.
 */
function neededColumns(
  { columns }: StatementReads,
  declared: readonly Column[],
  others: readonly Column[],
): ReadonlySet<string> | undefined {
  // A table that declares no columns may have any of them.
  if (columns === undefined || declared.length === 0) return columns;
  const keys = nameKeys(declared.map(({ id }) => id));
  const own = new Set(keys.flatMap(({ key, name }) => [key.toLowerCase(), name.toLowerCase()]));
  const foreign = new Set(others.map(({ id }) => id.toLowerCase()));
  return new Set([...columns].filter((name) => own.has(name) || !foreign.has(name)));
}

function conditionsOn(tables: readonly NamedTable[], conditions: readonly Condition[]): readonly Condition[] {
  return conditions.filter(({ table }) =>
    tables.some(({ schema, name }) => schema === table.schema && name === table.name),
  );
}

const displayed: ReadonlySet<string> = new Set(["link", "oauth", "highlightText"]);

function missingFilters(source: Source, filter: Readonly<Record<string, unknown>>): readonly Field[] {
  return source.filter.filter(
    ({ id, required, defaultValue, type }) =>
      required &&
      !displayed.has(type) &&
      (defaultValue === undefined || defaultValue === null || defaultValue === "") &&
      filter[id] === undefined,
  );
}
