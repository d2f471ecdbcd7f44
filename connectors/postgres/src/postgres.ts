import {
  type AnyAccount,
  type Connector,
  defineConnector,
  type MakeSource,
  none,
  type Sources,
} from "@wellhead/sdk";
import { accountForm } from "./account/account-form.js";
import type { PostgresOptions } from "./postgres-options.js";
import { querySource } from "./sources/query-source.js";
import { tableSource } from "./sources/table-source.js";
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
  const accounts = pinned === undefined ? { database: accountForm } : { none: none() };
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
    sources: (source: MakeSource<AnyAccount>): Sources => ({
      table: tableSource(source, database),
      ...(queries && { query: querySource(source, database) }),
    }),
    close: () => database.close(),
  });
}
