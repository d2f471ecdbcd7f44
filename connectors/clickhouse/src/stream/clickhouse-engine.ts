import { type EncodedRows, isConnectorError, upstreamInvalid } from "@wellhead/sdk";
import type { Credentials } from "@wellhead/sql";
import type { ClickhouseOptions } from "../account/options.js";
import { readPinned } from "../account/read-pinned.js";
import { clickhouseDatabase } from "./database.js";

/** The operator's options of {@link clickhouseEngine}. */
export interface ClickhouseEngineOptions
  extends Pick<
    ClickhouseOptions,
    "statementTimeoutMs" | "memoryBytes" | "maxReadRows" | "silenceTimeout" | "compression"
  > {
  /** Connection string, such as `clickhouse://user:password@host:8443/database`. */
  readonly connection: string;
}

/** ClickHouse servers that read the rows of files for the files connector. */
export interface ClickhouseEngine {
  /** The servers in words, such as `ClickHouse at ch1:8443`. */
  readonly name: string;
  /**
   * Streams the rows of a SELECT.
   *
   * @param query - The statement, and the action in words for errors
   * @param signal - Cancels the statement
   * @returns The rows
   * @throws ConnectorError explained for the reader of the rows
   */
  rows(query: { readonly sql: string; readonly action: string }, signal: AbortSignal): Promise<EncodedRows>;
  /** Closes all connections. */
  close(): Promise<void>;
}

/**
 * Creates an engine for the option `engine` of the files connector: ClickHouse servers read the rows of files where they
 * are, in a folder that the servers see, or in a bucket. No connection is made yet.
 *
 * @param options - The servers and the user, and limits
 * @returns The engine
 * @throws TypeError when the connection string is invalid
 * @example
 * ```ts
 * filesConnector({ path: "/data/sales", engine: clickhouseEngine({ connection: "clickhouse://reader@ch1:8443/default" }) });
 * ```
 */
export function clickhouseEngine({ connection, ...options }: ClickhouseEngineOptions): ClickhouseEngine {
  const pinned = readServers(connection);
  const database = clickhouseDatabase({ ...options, readsFiles: true }, pinned);
  const hosts = [pinned, ...(pinned.otherHosts ?? [])].map(({ host, port }) => `${host}:${port}`);
  return {
    name: `ClickHouse at ${hosts.join(", ")}`,
    rows: async ({ sql, action }, signal) => {
      const statement = { sql, parameters: [] };
      try {
        // The only account is that of the operator.
        const context = { signal, account: { kind: "none" } };
        return await database.stream(context, {
          statement,
          errorContext: { action, readsFile: true },
          skip: 0,
          limit: undefined,
        });
      } catch (error) {
        throw fromOperator(error);
      }
    },
    close: () => database.close(),
  };
}

function readServers(connection: string): Credentials {
  try {
    return readPinned({ connection });
  } catch (error) {
    // A reader of the rows did not enter it.
    throw isConnectorError(error) ? new TypeError(error.message, { cause: error }) : error;
  }
}

/** The reader of the rows entered neither the statement nor the account, so both are a fault of the service. */
function fromOperator(error: unknown): unknown {
  if (!isConnectorError(error) || error.code.startsWith("upstream_")) return error;
  return upstreamInvalid(error.message, { cause: error });
}
