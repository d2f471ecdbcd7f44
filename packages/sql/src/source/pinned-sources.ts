import {
  type AnyAccount,
  bool,
  type DiscoverContext,
  type EncodedRows,
  type Fields,
  isConnectorError,
  list,
  type MakeSource,
  multiDropdown,
  type RowsContext,
  type Source,
  type Sources,
  upstreamInvalid,
} from "@wellhead/sdk";
import { columnFilters, conditionsOfFilters } from "../table/column-filters.js";
import { columnsOf } from "../table/columns-of.js";
import { nullConditions } from "../table/conditions-of-choice.js";
import type { NamedTable } from "../table/pinned-table.js";
import { chosenColumns, selectRows } from "../table/select-rows.js";
import { changedSince, synchronizationOf } from "../table/synchronized-table.js";
import type { TableChoice } from "../table/table-choice.js";
import { nullFields } from "../table/table-form.js";
import { tablePage, withPositions } from "../table/table-page.js";
import type { TableReader } from "../table/table-reader.js";
import { type RelatedTable, relationsOf } from "../table/table-relations.js";

/** Options of {@link PinnedSources}. */
export interface PinnedSourcesOptions {
  /** The database. */
  readonly reader: TableReader;
  /** The tables. */
  readonly tables: readonly NamedTable[];
  /** Sources in addition to the tables. */
  readonly others: Sources;
  /** Returns the current time in milliseconds. Default: `Date.now`. */
  readonly now?: () => number;
}

const freshness = 60_000;
/** Maximum number of tables that are read concurrently: hundreds of them share a few connections. */
const maxReadings = 4;

/** The sources of the tables that an operator chose. Their columns are refreshed at most once a minute. */
export class PinnedSources {
  readonly #options: PinnedSourcesOptions;
  #known: { readonly text: string; readonly sources: Sources } | undefined;
  #faults: readonly string[] = [];
  #readAt = Number.NEGATIVE_INFINITY;
  /** The reading in progress. Requests that have no sources yet share it. */
  #reading: Promise<Sources> | undefined;

  /**
   * Creates the sources without reading anything yet.
   *
   * @param options - Database and tables
   */
  constructor(options: PinnedSourcesOptions) {
    this.#options = options;
  }

  /**
   * Returns the sources. It is the same object as long as no table has changed.
   *
   * A table that does not exist, or that may not be read, is a source that says so; the others work.
   *
   * @param make - Creates sources of the connector
   * @param context - The log, which names tables that cannot be read
   * @returns One source per table, and the other sources
   * @throws ConnectorError when no table can be read and none has ever been read
   */
  async find<Account extends AnyAccount>(
    make: MakeSource<Account>,
    context?: Pick<DiscoverContext, "log">,
  ): Promise<Sources> {
    const now = (this.#options.now ?? Date.now)();
    if (this.#known !== undefined && now - this.#readAt < freshness) return this.#known.sources;
    this.#readAt = now;
    this.#reading ??= this.#refresh(make, context).finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  /** What is wrong with the tables that could not be read. */
  get faults(): readonly string[] {
    return this.#faults;
  }

  async #refresh<Account extends AnyAccount>(
    make: MakeSource<Account>,
    context: Pick<DiscoverContext, "log"> | undefined,
  ): Promise<Sources> {
    try {
      const found = await this.#read();
      const text = JSON.stringify(found);
      this.#faults = found.flatMap((table) => ("fault" in table ? [table.fault] : []));
      if (this.#known?.text !== text) {
        this.#known = { text, sources: this.#sourcesOf(make, found) };
        for (const table of found)
          if ("fault" in table) context?.log.warn(table.fault, { table: table.source });
      }
      return this.#known.sources;
    } catch (error) {
      // Stale sources are better than none. Reading rows will report the problem.
      if (this.#known !== undefined) return this.#known.sources;
      this.#readAt = Number.NEGATIVE_INFINITY;
      throw error;
    }
  }

  async #read(): Promise<readonly FoundTable[]> {
    const { reader, tables } = this.#options;
    const failed = new AbortController();
    const known: FoundTable[] = [];
    const left = tables.entries();
    const readNext = async (): Promise<void> => {
      for (const [index, table] of left) {
        const context = { account: { kind: "none" }, signal: failed.signal };
        const source = sourceId(table);
        try {
          const shape = await reader.catalogue(context).table(table);
          known[index] = { ...table, ...shape, source };
        } catch (error) {
          if (!isMissingTable(error)) throw error;
          known[index] = { source, table: table.table, fault: faultOf(table) };
        }
      }
    };
    try {
      await Promise.all(Array.from({ length: maxReadings }, readNext));
      return known;
    } catch (error) {
      failed.abort();
      throw error;
    }
  }

  #sourcesOf<Account extends AnyAccount>(make: MakeSource<Account>, found: readonly FoundTable[]): Sources {
    const { reader, others } = this.#options;
    const tables = found.filter((table): table is KnownTable => !("fault" in table));
    const onFailure = () => {
      // The columns may have changed, so the next request reads them again.
      this.#readAt = Number.NEGATIVE_INFINITY;
    };
    const sources = found.map((table): [string, Source] => [
      table.source,
      "fault" in table
        ? missingSource(make, table)
        : pinnedTableSource(make, reader, { known: table, tables, onFailure }),
    ]);
    return { ...Object.fromEntries(sources), ...others };
  }
}

function sourceId({ schema, table }: NamedTable): string {
  return schema === "" ? table : `${schema}.${table}`;
}

/** A table that the operator named and that cannot be read. */
interface MissingTable {
  readonly source: string;
  readonly table: string;
  /** What is wrong, for the operator and for whoever asks for its rows. */
  readonly fault: string;
}

type FoundTable = KnownTable | MissingTable;

/** The catalogue says that the table is missing by naming the field in which people choose one. */
function isMissingTable(error: unknown): boolean {
  return isConnectorError(error) && error.code === "invalid_field" && error.field === "table";
}

function faultOf(table: NamedTable): string {
  return `Could not read the table "${sourceId(table)}": it does not exist, or the account of the connector may not read it. Create it, grant the right to read it, or remove it from the tables of the connector.`;
}

/** Creates the source of a table that is missing. It is listed, so that everybody sees why it has no rows. */
function missingSource<Account extends AnyAccount>(
  make: MakeSource<Account>,
  { table, fault }: MissingTable,
): Source {
  return make({
    name: table,
    description: `Cannot be read. ${fault}`,
    rows: () => Promise.reject(upstreamInvalid(fault)),
  });
}

/** The table of a source, as the catalogue described it and the operator named it. */
export interface KnownTable extends RelatedTable, NamedTable {}

interface PinnedTableOptions {
  readonly known: KnownTable;
  readonly tables: readonly KnownTable[];
  /** Called when rows cannot be read. */
  readonly onFailure: () => void;
}

/**
 * Creates the source of one table that the operator chose, with a filter for each column.
 *
 * @param make - Creates sources of the connector
 * @param reader - The database
 * @param options - The table and its columns, and all tables that are sources
 * @returns The source
 */
function pinnedTableSource<Account extends AnyAccount>(
  make: MakeSource<Account>,
  reader: TableReader,
  { known, tables, onFailure }: PinnedTableOptions,
): Source {
  const { table, columns } = known;
  const names = columns.map(({ name }) => name);
  return make({
    name: table,
    description: `Rows of ${known.source}`,
    pages: true,
    // The columns of the filter are those of this table alone.
    sharedFilter: [],
    filter: {
      ...columnFilters(columns, { table: known, catalogue: (context) => reader.catalogue(context) }),
      columns: multiDropdown({
        title: "Columns",
        description: "All of them when none is chosen",
        optional: true,
        choices: names,
      }),
      ...nullFields((members) => multiDropdown({ ...members, choices: names })),
      orderBy: list({ title: "Order by", optional: true, choices: names }),
      descending: bool({ title: "Largest first", optional: true }),
    },
    fields: (context) => Promise.resolve(columnsOf(chosenColumns(columns, choiceOf(context.filter)))),
    // Without a key, nothing can be synchronized.
    ...(known.key !== undefined && {
      synchronization: (context) => {
        const chosen = chosenColumns(columns, choiceOf(context.filter));
        const relations = relationsOf(known, { tables, chosen: new Set(chosen.map(({ name }) => name)) });
        return Promise.resolve({ ...synchronizationOf(known, chosen), columns: relations });
      },
    }),
    rows: async (context) => {
      try {
        return await readTable(reader, known, context);
      } catch (error) {
        onFailure();
        throw error;
      }
    },
  });
}

async function readTable(
  reader: TableReader,
  known: KnownTable,
  context: RowsContext<AnyAccount, Fields>,
): Promise<EncodedRows> {
  const { table, columns, rowOrder } = known;
  const { filter, limit, skip, since, page } = context;
  const choice = choiceOf(filter);
  const conditions = [
    ...conditionsOfFilters(columns, filter),
    ...nullConditions(columns, choice),
    ...changedSince(known, chosenColumns(columns, choice), since),
  ];
  const opened = page === undefined ? undefined : await reader.openPage?.(context, known);
  const dialect = opened?.dialect ?? reader.dialect;
  const byKey = tablePage(page, { ...known, choice }, dialect);
  const statement = selectRows({
    dialect,
    table: known,
    columns,
    rowOrder,
    choice,
    conditions,
    limit,
    skip,
    byKey,
  });
  const errorContext = { action: `Could not read the table "${table}"`, field: "columns" };
  const rows = await reader.stream(context, {
    statement,
    errorContext,
    table: known,
    skip: 0,
    limit: undefined,
  });
  return byKey === undefined ? rows : withPositions(rows, byKey, opened?.check);
}

function choiceOf(
  filter: object,
): Pick<TableChoice, "columns" | "orderBy" | "descending" | "isNull" | "isNotNull"> {
  return filter;
}
