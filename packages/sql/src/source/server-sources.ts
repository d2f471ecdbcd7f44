import type { AnyAccount, MakeSource, Source, Sources } from "@wellhead/sdk";
import type { TableName } from "../table/catalogue.js";
import { PinnedSources } from "./pinned-sources.js";
import { type TableSourceOptions, tableSource } from "./table-source.js";

type Make = MakeSource<AnyAccount>;

/** What the sources of a server's database are made of. */
export interface ServerSourcesOptions extends TableSourceOptions {
  /** Tables that the operator chose, such as `shop.orders`. Default: people choose. */
  readonly tables?: readonly string[] | undefined;
  /** Schema of such a table whose name has none. */
  readonly home: string;
  /** Makes the source in which people write queries. Default: there is none. */
  readonly query?: ((make: Make) => Source) | undefined;
}

/** How `defineConnector` gets them. */
export interface ServerSources {
  readonly sources?: (make: Make) => Sources;
  readonly discover?: (make: Make) => Promise<Sources>;
}

/**
 * Makes the sources of a server's database: always the same, or those of chosen tables, whose columns the database
 * tells.
 *
 * @param options - What is read
 * @returns Members of the connector's definition
 */
export function serverSources({ tables, home, query, ...form }: ServerSourcesOptions): ServerSources {
  const typed = (make: Make): Sources => (query === undefined ? {} : { query: query(make) });
  if (tables === undefined)
    return { sources: (make) => ({ table: tableSource(make, form), ...typed(make) }) };
  const names = tables.map((name) => readTableName(name, home));
  let pinned: PinnedSources | undefined;
  return {
    discover: (make) => {
      pinned ??= new PinnedSources({ reader: form.reader, tables: names, others: typed(make) });
      return pinned.find(make);
    },
  };
}

function readTableName(name: string, home: string): TableName {
  const dot = name.indexOf(".");
  return dot < 0 ? { schema: home, table: name } : { schema: name.slice(0, dot), table: name.slice(dot + 1) };
}
