import { type Credentials, ServerDatabase } from "@wellhead/sql";
import type { ClickhouseOptions } from "../account/options.js";
import { defaultPort } from "../account/read-pinned.js";
import { clickhouseCatalogue } from "../catalogue/catalogue.js";
import { clickhouseDialect } from "../dialect/dialect.js";
import type { Parameter } from "../dialect/parameter.js";
import { cancelQuery } from "../protocol/cancel-query.js";
import type { Connection } from "../protocol/connection.js";
import { queryTexts } from "../protocol/query-texts.js";
import type { Settings } from "../protocol/settings.js";
import { hostProtocol } from "./host-protocol.js";
import type { BeginOptions } from "./stream-job.js";

const defaultStatementTimeout = 6 * 60 * 60 * 1000;
const msPerSecond = 1000;

/** The ClickHouse databases of a connector's accounts. */
export type ClickhouseDatabase = ServerDatabase<Connection, Parameter>;

/**
 * Creates the databases of a connector's accounts.
 *
 * @param options - The operator's options, and whether statements may read files
 * @param pinned - The only database to read, or `undefined` for those of the accounts
 * @returns Databases, without any connection yet
 */
export function clickhouseDatabase(
  options: Omit<ClickhouseOptions, "pinned"> & { readonly readsFiles?: boolean },
  pinned: Credentials | undefined,
): ClickhouseDatabase {
  const streamBegin: BeginOptions = {
    limits: limitsOf(options),
    isCompressed: options.compression === true,
    readsFiles: options.readsFiles === true,
  };
  return new ServerDatabase({
    protocol: {
      ...hostProtocol,
      // Each statement has its limits, and nothing else is kept between two of them.
      begin: () => Promise.resolve(),
      reset: () => Promise.resolve(),
      cancel: cancelQuery,
    },
    dialect: clickhouseDialect,
    catalogue: clickhouseCatalogue,
    greet: (connection) => queryTexts(connection, "select '1'"),
    worker: new URL("./worker.js", import.meta.url),
    streamBegin,
    defaultPort,
    pinned,
    silenceTimeout: options.silenceTimeout,
  });
}

function limitsOf(options: ClickhouseOptions): Settings {
  const { statementTimeoutMs = defaultStatementTimeout, memoryBytes, maxReadRows, maxResultRows } = options;
  return {
    // Whole seconds, because servers before 20.5 know no others.
    max_execution_time: String(Math.max(1, Math.ceil(statementTimeoutMs / msPerSecond))),
    ...(memoryBytes !== undefined && { max_memory_usage: String(memoryBytes) }),
    ...(maxReadRows !== undefined && { max_rows_to_read: String(maxReadRows) }),
    ...(maxResultRows !== undefined && { max_result_rows: String(maxResultRows) }),
  };
}
