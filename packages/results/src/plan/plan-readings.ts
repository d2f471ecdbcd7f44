import type { Column, Field, Source } from "@wellhead/client";
import { ResultsError } from "../errors/results-error.js";
import { nameKeys } from "../load/table-keys.js";
import { dependsOnDigits } from "../statement/depends-on-digits.js";
import type { Condition } from "../statement/find-conditions.js";
import type { NamedTable } from "../statement/named-table.js";
import type { StatementReads } from "../statement/read-statement.js";
import { fixedType } from "../types/fixed-type.js";
import { type Connection, type FindTablesOptions, type FoundTable, findTables } from "./find-tables.js";
import { type JoinedFilters, joinFilters } from "./join-filters.js";
import { type PushedFilter, pushFilters } from "./push-filters.js";
import { type TypedColumn, type TypedColumns, typeColumns } from "./type-columns.js";
import type { TypeMemory } from "./type-memory.js";

/** The planned reading of one table of a statement. */
export interface PlannedReading {
  readonly connection: Connection;
  readonly source: Source;
  readonly declared: readonly TypedColumn[];
  /** Whether the table has no other columns, as far as the connector says. */
  readonly isComplete: boolean;
  /** Type of the other columns; empty when their values decide. */
  readonly otherType: string;
  /** Whether members of the rows that are not in `declared` become columns. */
  readonly undeclared: "load" | "omit";
  /** Why no filter is derived from WHERE, and no limit; `undefined` when they may be. */
  readonly unpushed: string | undefined;
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
  /** Returns the types that the user chose for columns, by id, one record for each table; `*` is the type of all others. */
  readonly types?: (tables: readonly FilteredTable[]) => readonly Readonly<Record<string, string>>[];
  /** Types of columns that earlier readings found. Default: none are remembered. */
  readonly memory?: TypeMemory;
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
  const tables = found.map(({ connection, source }) => ({ name: connection.name, source }));
  const filters = options.filters?.(tables);
  const types = options.types?.(tables);
  const withColumns = await Promise.all(
    found.map(async (table, index) => {
      const given = filters?.[index] ?? {};
      const { memory, signal } = options;
      const typed = await typeColumns(table, { given, types: types?.[index] ?? {}, reads, memory, signal });
      return { ...table, ...typed, given };
    }),
  );
  const readings = await Promise.all(
    withColumns.map((table, index) => {
      const others = withColumns.filter((_, position) => position !== index);
      return planReading(table, { reads, others, signal: options.signal });
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
  if (table === undefined || !table.isComplete) return undefined;
  // A required filter may be compared like a column, even if the rows do not have that column.
  const filters = table.source.filter.filter(({ required }) => required);
  return new Set([...table.declared, ...filters].map(({ id }) => id.toLowerCase()));
}

interface TableWithColumns extends FoundTable, TypedColumns {
  /** The filter that the user chose. */
  readonly given: Readonly<Record<string, unknown>>;
}

interface PlanReadingOptions {
  readonly reads: StatementReads;
  /** The other tables. */
  readonly others: readonly TableWithColumns[];
  readonly signal: AbortSignal;
}

async function planReading(
  table: TableWithColumns,
  { reads, others, signal }: PlanReadingOptions,
): Promise<PlannedReading> {
  const { connection, source, tables, declared, isComplete, otherType, given } = table;
  const { connector, account } = connection;
  const otherColumns = others.flatMap((other) => other.declared);
  // A table that may have other columns may have any of the statement's.
  const columns = isComplete ? neededColumns(reads, declared, otherColumns) : reads.columns;
  const unpushed = whyUnpushed(columns, { reads, table, others });
  const pushed = await pushFilters({
    source,
    declared,
    columns,
    conditions: unpushed === undefined ? conditionsOn(tables, reads.conditions) : [],
    given,
    // The account is validated and stored when the rows are read.
    options: (field) => connector.options({ source: source.id, field, account, validate: false, signal }),
  });
  const filter = { ...Object.fromEntries(pushed.map(({ field, value }) => [field, value])), ...given };
  return {
    connection,
    source,
    declared,
    isComplete,
    otherType,
    undeclared: columns === undefined && isComplete && otherType === "" ? "omit" : "load",
    unpushed,
    isPlain: tables.some(({ schema }) => schema === ""),
    columns,
    filter,
    pushed,
    joined: undefined,
    limit: unpushed === undefined ? reads.limit : undefined,
  };
}

interface WhyUnpushedOptions extends Pick<PlanReadingOptions, "reads" | "others"> {
  readonly table: TableWithColumns;
}

/**
 * Returns why the types of the columns that a statement uses may depend on which rows are read, so that the same
 * statement could have another result when a filter excludes some rows.
 */
function whyUnpushed(
  columns: ReadonlySet<string> | undefined,
  { reads, table: { declared, isComplete, otherType }, others }: WhyUnpushedOptions,
): string | undefined {
  const keys = nameKeys(declared.map(({ id }) => id));
  const types = declared.map(({ type }, index) => {
    const { key = "", name = "" } = keys[index] ?? {};
    return { names: [key.toLowerCase(), name.toLowerCase()], type: fixedType(type) };
  });
  const used = types.filter(({ names }) => columns === undefined || names.some((name) => columns.has(name)));
  const known = new Set(types.flatMap(({ names, type }) => (type === undefined ? [] : names)));
  const untyped = [...(columns ?? [])].filter((name) => !known.has(name));
  const isOpen = columns === undefined && (!isComplete || otherType !== "");
  if (isOpen || used.some(({ type }) => type === undefined) || (untyped.length > 0 && otherType === ""))
    return untyped.length === 0
      ? "nobody declares the types of its columns"
      : `nobody declares the type of ${untyped.map((name) => `"${name}"`).join(", ")}`;
  if (!used.some(({ type }) => type === "number")) return undefined;
  const numbers = [...others.flatMap((other) => other.declared), ...declared]
    .filter(({ type }) => (fixedType(type) ?? "number") === "number")
    .map(({ id }) => id.toLowerCase());
  const otherNames = others.flatMap((other) => other.declared.map(({ id }) => id.toLowerCase()));
  const safe = new Set([...known, ...otherNames].filter((name) => !numbers.includes(name)));
  return dependsOnDigits(reads.tree, safe)
    ? "the result may depend on how the numbers of all rows are written"
    : undefined;
}

/**
 * Returns the names that may refer to a column of a table: those that it declares, and those that no table declares.
 */
function neededColumns(
  { columns, aliases }: StatementReads,
  declared: readonly Column[],
  others: readonly Column[],
): ReadonlySet<string> | undefined {
  if (columns === undefined) return undefined;
  const keys = nameKeys(declared.map(({ id }) => id));
  const own = new Set(keys.flatMap(({ key, name }) => [key.toLowerCase(), name.toLowerCase()]));
  const foreign = new Set(others.map(({ id }) => id.toLowerCase()));
  return new Set(
    [...columns].filter((name) => own.has(name) || !(foreign.has(name) || aliases?.has(name) === true)),
  );
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
