import { type Connector, defineConnector } from "@wellhead/sdk";
import { serverSources } from "@wellhead/sql";
import { trinoAccounts } from "./account/accounts.js";
import { checkTrinoOptions, type TrinoOptions } from "./account/options.js";
import { querySource } from "./sources/query-source.js";
import { TrinoDatabase } from "./stream/database.js";

/**
 * Creates the Trino connector: read-only access to the tables, views and queries of a cluster, over the statement
 * protocol.
 *
 * @param options - The operator's options; each has a default
 * @returns The connector
 * @example
 * ```ts
 * export default trino({
 *   pinned: { server: "https://trino.example.org", catalog: "hive", schema: "sales", user: "wellhead", token: process.env.TRINO_TOKEN ?? "" },
 * });
 * ```
 */
export function trino(options: TrinoOptions = {}): Connector {
  checkTrinoOptions(options);
  const { id = "trino", name = "Trino", pinned } = options;
  const { queries = pinned === undefined, description = "Tables, views and queries of a Trino cluster" } =
    options;
  const accounts = trinoAccounts(options);
  const database = new TrinoDatabase(options, accounts);
  return defineConnector({
    id,
    name,
    description,
    version: "0.1.0",
    site: "https://trino.io",
    tags: ["database", "sql"],
    color: "#dd00a1",
    logo: new URL("../logo.svg", import.meta.url),
    accounts,
    http: database.http,
    identify: async (context) => ({ name: await database.identify(context) }),
    ...serverSources({
      reader: database,
      tables: pinned?.tables,
      home: pinned?.schema ?? "",
      schema: pinned?.schema,
      query: queries ? (make) => querySource(make, database) : undefined,
    }),
    close: () => database.close(),
  });
}
