import {
  type AnyAccount,
  bool,
  type EncodedRows,
  type Fields,
  list,
  type MakeSource,
  multiDropdown,
  type RowsContext,
  type Source,
  type Sources,
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
   * @param make - Creates sources of the connector
   * @returns One source per table, and the other sources
   * @throws ConnectorError when the tables cannot be read and have never been read
   */
  async find<Account extends AnyAccount>(make: MakeSource<Account>): Promise<Sources> {
    const now = (this.#options.now ?? Date.now)();
    if (this.#known !== undefined && now - this.#readAt < freshness) return this.#known.sources;
    this.#readAt = now;
    this.#reading ??= this.#refresh(make).finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #refresh<Account extends AnyAccount>(make: MakeSource<Account>): Promise<Sources> {
    try {
      const tables = await this.#read();
      const text = JSON.stringify(tables);
      if (this.#known?.text !== text) this.#known = { text, sources: this.#sourcesOf(make, tables) };
      return this.#known.sources;
    } catch (error) {
      // Stale sources are better than none. Reading rows will report the problem.
      if (this.#known !== undefined) return this.#known.sources;
      this.#readAt = Number.NEGATIVE_INFINITY;
      throw error;
    }
  }

  async #read(): Promise<readonly KnownTable[]> {
    const { reader, tables } = this.#options;
    const failed = new AbortController();
    const known: KnownTable[] = [];
    const left = tables.entries();
    const readNext = async (): Promise<void> => {
      for (const [index, table] of left) {
        const context = { account: { kind: "none" }, signal: failed.signal };
        const shape = await reader.catalogue(context).table(table);
        known[index] = { ...table, ...shape, source: sourceId(table) };
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

  #sourcesOf<Account extends AnyAccount>(make: MakeSource<Account>, tables: readonly KnownTable[]): Sources {
    const { reader, others } = this.#options;
    const sources = tables.map((known): [string, Source] => [
      known.source,
      pinnedTableSource(make, reader, { known, tables }),
    ]);
    return { ...Object.fromEntries(sources), ...others };
  }
}

function sourceId({ schema, table }: NamedTable): string {
  return schema === "" ? table : `${schema}.${table}`;
}

/** The table of a source, as the catalogue described it and the operator named it. */
export interface KnownTable extends RelatedTable, NamedTable {}

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
  { known, tables }: { readonly known: KnownTable; readonly tables: readonly KnownTable[] },
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
    rows: (context) => readTable(reader, known, context),
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
