import {
  type AnyAccount,
  type Connector,
  defineConnector,
  type MakeSource,
  none,
  type Sources,
} from "@wellhead/sdk";
import { accountForm, PinnedSources, type TableName, tableSource } from "@wellhead/sql";
import type { MysqlOptions } from "./mysql-options.js";
import { querySource } from "./sources/query-source.js";
import { Database } from "./stream/database.js";

/**
 * Makes the MySQL and MariaDB connector: tables, views and queries of a database, read only.
 *
 * @param options - What the operator decides; each member has a default
 * @returns The connector
 * @example
 * ```ts
 * export default mysql({
 *   pinned: { host: "db.example.org", database: "shop", user: "wellhead", password: process.env.SHOP_PASSWORD ?? "" },
 * });
 * ```
 */
export function mysql(options: MysqlOptions = {}): Connector {
  const { pinned, id = "mysql", name = "MySQL or MariaDB" } = options;
  const {
    queries = pinned === undefined,
    description = "Tables, views and queries of a MySQL or MariaDB database",
  } = options;
  const database = new Database(options);
  const accounts = pinned === undefined ? { database: accountForm(3306) } : { none: none() };
  return defineConnector({
    id,
    name,
    description,
    version: "0.1.0",
    site: "https://www.mysql.com",
    tags: ["database", "sql"],
    color: "#00618a",
    logo: new URL("../logo.svg", import.meta.url),
    accounts,
    identify: async (context) => ({ name: await database.identify(context) }),
    ...sourcesOf(database, { queries, pinned }),
    close: () => database.close(),
  });
}

type Make = MakeSource<AnyAccount>;

interface SourceChoice {
  readonly queries: boolean;
  readonly pinned: MysqlOptions["pinned"];
}

/** Sources that are always the same, or those of tables whose columns the database tells. */
function sourcesOf(database: Database, { queries, pinned }: SourceChoice) {
  const typed = (make: Make): Sources => (queries ? { query: querySource(make, database) } : {});
  if (pinned?.tables === undefined) {
    const schema = pinned?.database;
    return {
      sources: (make: Make): Sources => ({
        table: tableSource(make, { reader: database, schema }),
        ...typed(make),
      }),
    };
  }
  const names = pinned.tables.map((name) => readTableName(name, pinned.database));
  let sources: PinnedSources | undefined;
  return {
    discover: (make: Make): Promise<Sources> => {
      sources ??= new PinnedSources({ reader: database, tables: names, others: typed(make) });
      return sources.find(make);
    },
  };
}

function readTableName(name: string, database: string): TableName {
  const dot = name.indexOf(".");
  return dot < 0
    ? { schema: database, table: name }
    : { schema: name.slice(0, dot), table: name.slice(dot + 1) };
}
