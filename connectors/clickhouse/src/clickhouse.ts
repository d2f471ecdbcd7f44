import { type Connector, defineConnector, none } from "@wellhead/sdk";
import { accountForm, serverSources, type TlsMode } from "@wellhead/sql";
import { type ClickhouseOptions, checkClickhouseOptions } from "./account/options.js";
import { defaultPort, readPinned } from "./account/read-pinned.js";
import { querySource } from "./sources/query-source.js";
import { clickhouseDatabase } from "./stream/database.js";

/** ClickHouse has no names of its own for the modes. */
const tlsNames: Readonly<Record<TlsMode, string>> = {
  disable: "disable",
  prefer: "prefer",
  require: "require",
  "verify-ca": "verify-ca",
  "verify-full": "verify-full",
};

/**
 * Creates the ClickHouse connector: read-only access to the tables, views and queries of a server or a cluster, over the
 * HTTP interface.
 *
 * @param options - The operator's options; each has a default
 * @returns The connector
 * @example
 * ```ts
 * export default clickhouse({
 *   pinned: { host: "ch1.example.org,ch2.example.org", database: "shop", user: "wellhead", password: process.env.SHOP_PASSWORD ?? "" },
 * });
 * ```
 */
export function clickhouse(options: ClickhouseOptions = {}): Connector {
  checkClickhouseOptions(options);
  const { id = "clickhouse", name = "ClickHouse" } = options;
  const pinned = options.pinned && readPinned(options.pinned);
  const {
    queries = pinned === undefined,
    description = "Tables, views and queries of a ClickHouse server or cluster",
  } = options;
  const database = clickhouseDatabase(options, pinned);
  const accounts =
    pinned === undefined
      ? { database: accountForm({ port: defaultPort, schemes: ["clickhouse"], tlsNames }) }
      : { none: none() };
  return defineConnector({
    id,
    name,
    description,
    version: "0.1.0",
    site: "https://clickhouse.com",
    tags: ["database", "sql"],
    color: "#fadb3d",
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
