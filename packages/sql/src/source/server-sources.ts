import type { AnyAccount, DiscoverContext, MakeSource, Source, Sources } from "@wellhead/sdk";
import { checkPinnedTable, type NamedTable, type PinnedTable } from "../table/pinned-table.js";
import { PinnedSources } from "./pinned-sources.js";
import { type TableSourceOptions, tableSource } from "./table-source.js";

type Make = MakeSource<AnyAccount>;

/** The options of the sources of a server's database. */
export interface ServerSourcesOptions extends TableSourceOptions {
  /** Tables that the operator chose, such as `shop.orders`. Default: the person chooses. */
  readonly tables?: readonly (string | PinnedTable)[] | undefined;
  /** Schema of a chosen table whose name has no schema. */
  readonly home: string;
  /** Creates the source in which people write queries. Default: there is none. */
  readonly query?: ((make: Make) => Source) | undefined;
}

/** The sources as members for `defineConnector`. */
export interface ServerSources {
  /** Creates the fixed sources. */
  readonly sources?: (make: Make) => Sources;
  /** Creates the sources when the connector is described. */
  readonly discover?: (make: Make, id?: string, context?: DiscoverContext) => Promise<Sources>;
  /** Returns what is wrong with tables that were chosen and cannot be read. */
  readonly faults?: () => readonly string[];
}

/**
 * Creates the sources of a server's database: a fixed set, or one source per chosen table, whose columns are read from
 * the database.
 *
 * @param options - The database and the tables
 * @returns Members of the connector's definition
 */
export function serverSources({ tables, home, query, ...form }: ServerSourcesOptions): ServerSources {
  const typed = (make: Make): Sources => (query === undefined ? {} : { query: query(make) });
  if (tables === undefined)
    return { sources: (make) => ({ table: tableSource(make, form), ...typed(make) }) };
  const names = tables.map((name) => readTableName(name, home));
  let pinned: PinnedSources | undefined;
  return {
    discover: (make, _id, context) => {
      pinned ??= new PinnedSources({ reader: form.reader, tables: names, others: typed(make) });
      return pinned.find(make, context);
    },
    faults: () => pinned?.faults ?? [],
  };
}

function readTableName(given: string | PinnedTable, home: string): NamedTable {
  const table = typeof given === "string" ? { name: given } : given;
  checkPinnedTable(table);
  const { name, ...tracked } = table;
  const dot = name.indexOf(".");
  return dot < 0
    ? { schema: home, table: name, ...tracked }
    : { schema: name.slice(0, dot), table: name.slice(dot + 1), ...tracked };
}
