import { type Connector, defineConnector, none } from "@wellhead/sdk";
import { accountForm, serverSources } from "@wellhead/sql";
import { checkMysqlOptions, type MysqlOptions } from "./account/options.js";
import { readPinned } from "./account/read-pinned.js";
import { querySource } from "./sources/query-source.js";
import { mysqlDatabase } from "./stream/database.js";

const tlsNames = {
  disable: "DISABLED",
  prefer: "PREFERRED",
  require: "REQUIRED",
  "verify-ca": "VERIFY_CA",
  "verify-full": "VERIFY_IDENTITY",
};

/**
 * Creates the MySQL and MariaDB connector: read-only access to the tables, views and queries of a database.
 *
 * @param options - The operator's options; each has a default
 * @returns The connector
 * @example
 * ```ts
 * export default mysql({
 *   pinned: { host: "db.example.org", database: "shop", user: "wellhead", password: process.env.SHOP_PASSWORD ?? "" },
 * });
 * ```
 */
export function mysql(options: MysqlOptions = {}): Connector {
  checkMysqlOptions(options);
  const { id = "mysql", name = "MySQL or MariaDB" } = options;
  const pinned = options.pinned && readPinned(options.pinned);
  const {
    queries = pinned === undefined,
    description = "Tables, views and queries of a MySQL or MariaDB database",
  } = options;
  const database = mysqlDatabase(options, pinned);
  const accounts =
    pinned === undefined
      ? {
          database: accountForm({
            port: 3306,
            schemes: ["mysql", "mariadb"],
            tlsNames,
            encodingDescription: "Of the bytes in columns that are declared latin1 but hold other text",
          }),
        }
      : { none: none() };
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
    ...serverSources({
      reader: database,
      tables: options.pinned?.tables,
      home: pinned?.database ?? "",
      schema: pinned?.database,
      query: queries ? (make) => querySource(make, database) : undefined,
    }),
    close: () => database.close(),
  });
}
