import {
  type AnyAccount,
  type Connector,
  defineConnector,
  type MakeSource,
  none,
  type Sources,
} from "@wellhead/sdk";
import { accountForm, PinnedSources, type TableName, tableSource } from "@wellhead/sql";
import type { PostgresOptions } from "./postgres-options.js";
import { querySource } from "./sources/query-source.js";
import { Database } from "./stream/database.js";

/**
 * Makes the PostgreSQL connector: tables, views and queries of a database, read only.
 *
 * @param options - What the operator decides; each member has a default
 * @returns The connector
 * @example
 * ```ts
 * export default postgres({
 *   pinned: { host: "db.example.org", database: "shop", user: "wellhead", password: process.env.SHOP_PASSWORD ?? "" },
 * });
 * ```
 */
export function postgres(options: PostgresOptions = {}): Connector {
  const { pinned, id = "postgres", name = "PostgreSQL" } = options;
  const {
    queries = pinned === undefined,
    description = "Tables, views and queries of a PostgreSQL database",
  } = options;
  const database = new Database(options);
  const accounts = pinned === undefined ? { database: accountForm(5432) } : { none: none() };
  return defineConnector({
    id,
    name,
    description,
    version: "0.1.0",
    site: "https://www.postgresql.org",
    tags: ["database", "sql"],
    color: "#336791",
    logo: new URL("../logo.svg", import.meta.url),
    accounts,
    identify: async (context) => ({ name: await database.identify(context) }),
    ...sourcesOf(database, { queries, tables: pinned?.tables }),
    close: () => database.close(),
  });
}

type Make = MakeSource<AnyAccount>;

interface SourceChoice {
  readonly queries: boolean;
  readonly tables: readonly string[] | undefined;
}

/** Sources that are always the same, or those of tables whose columns the database tells. */
function sourcesOf(database: Database, { queries, tables }: SourceChoice) {
  const typed = (make: Make): Sources => (queries ? { query: querySource(make, database) } : {});
  if (tables === undefined) {
    return {
      sources: (make: Make): Sources => ({
        table: tableSource(make, { reader: database, firstSchema: "public" }),
        ...typed(make),
      }),
    };
  }
  const names = tables.map(readTableName);
  let pinned: PinnedSources | undefined;
  return {
    discover: (make: Make): Promise<Sources> => {
      pinned ??= new PinnedSources({ reader: database, tables: names, others: typed(make) });
      return pinned.find(make);
    },
  };
}

function readTableName(name: string): TableName {
  const dot = name.indexOf(".");
  return dot < 0
    ? { schema: "public", table: name }
    : { schema: name.slice(0, dot), table: name.slice(dot + 1) };
}
