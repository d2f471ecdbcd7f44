import { statSync } from "node:fs";
import { type Connector, defineConnector, none } from "@wellhead/sdk";
import { checkSqliteOptions, type SqliteOptions } from "./account/options.js";
import { pinnedTables } from "./sources/pinned-tables.js";
import { querySource } from "./sources/query-source.js";
import { tableSource } from "./sources/table-source.js";
import { Database } from "./stream/database.js";

/**
 * Creates the SQLite connector: read-only access to the tables, views and queries of the database files of a folder.
 *
 * @param options - The folder or file, and the operator's other options
 * @returns The connector
 * @throws Error of the file system when the path does not exist
 * @example
 * ```ts
 * export default sqlite({ path: "/var/lib/shop" });
 * ```
 */
export function sqlite(options: SqliteOptions): Connector {
  checkSqliteOptions(options);
  const { id = "sqlite", tables, queries = tables === undefined } = options;
  const { description = "Tables, views and queries of SQLite database files" } = options;
  const database = new Database(options);
  const isSingleFile = statSync(options.path).isFile();
  return defineConnector({
    id,
    name: options.name ?? "SQLite",
    description,
    version: "0.1.0",
    site: "https://www.sqlite.org",
    tags: ["database", "sql", "files"],
    color: "#0F6E9C",
    logo: new URL("../logo.svg", import.meta.url),
    accounts: { none: none() },
    identify: async () => {
      await database.files.list();
      return { name: database.files.name };
    },
    ...(tables === undefined
      ? {
          sources: (make) => ({
            table: tableSource(make, { database, isSingleFile }),
            ...(queries && { query: querySource(make, { database, isSingleFile }) }),
          }),
        }
      : pinnedTables({
          database,
          tables,
          isSingleFile,
          ...(queries && { query: (make) => querySource(make, { database, isSingleFile }) }),
        })),
    close: () => Promise.resolve(database.close()),
  });
}
