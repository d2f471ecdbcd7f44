import { type Connector, defineConnector, none } from "@wellhead/sdk";
import { accountForm, serverSources } from "@wellhead/sql";
import { checkPostgresOptions, type PostgresOptions } from "./account/options.js";
import { querySource } from "./sources/query-source.js";
import { postgresDatabase } from "./stream/database.js";

const tlsNames = {
  disable: "disable",
  prefer: "prefer",
  require: "require",
  "verify-ca": "verify-ca",
  "verify-full": "verify-full",
};

/**
 * Creates the PostgreSQL connector: read-only access to the tables, views and queries of a database.
 *
 * @param options - The operator's options; each has a default
 * @returns The connector
 * @example
 * ```ts
 * export default postgres({
 *   pinned: { host: "db.example.org", database: "shop", user: "wellhead", password: process.env.SHOP_PASSWORD ?? "" },
 * });
 * ```
 */
export function postgres(options: PostgresOptions = {}): Connector {
  checkPostgresOptions(options);
  const { pinned, id = "postgres", name = "PostgreSQL" } = options;
  const {
    queries = pinned === undefined,
    description = "Tables, views and queries of a PostgreSQL database",
  } = options;
  const database = postgresDatabase(options);
  const accounts =
    pinned === undefined
      ? {
          database: accountForm({
            port: 5432,
            schemes: ["postgres", "postgresql"],
            keywords: true,
            tlsNames,
            encodingDescription: "Of the bytes in a database whose encoding is SQL_ASCII",
          }),
        }
      : { none: none() };
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
    ...serverSources({
      reader: database,
      tables: pinned?.tables,
      home: "public",
      firstSchema: "public",
      query: queries ? (make) => querySource(make, database) : undefined,
    }),
    close: () => database.close(),
  });
}
