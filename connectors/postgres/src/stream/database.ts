import { ServerDatabase } from "@wellhead/sql";
import type { PostgresOptions } from "../account/options.js";
import { readPinned } from "../account/read-pinned.js";
import { postgresCatalogue } from "../catalogue/catalogue.js";
import { postgresDialect } from "../dialect/dialect.js";
import { type BeginOptions, beginReadOnly } from "../protocol/begin-read-only.js";
import { cancelQuery } from "../protocol/cancel-query.js";
import type { Connection } from "../protocol/connection.js";
import { hostProtocol } from "./host-protocol.js";

const defaultTimeouts = { statement: 15_000, lock: 5_000, idle: 30_000 };
const defaultStreamTimeout = 6 * 60 * 60 * 1000;

/** The PostgreSQL databases of a connector's accounts. */
export type PostgresDatabase = ServerDatabase<Connection>;

/**
 * Creates the databases of a connector's accounts.
 *
 * @param options - The operator's options
 * @returns Databases, without any connection yet
 */
export function postgresDatabase(options: PostgresOptions): PostgresDatabase {
  const { allowPowerfulRoles = false, streamTimeout = defaultStreamTimeout } = options;
  const { statementTimeoutMs = streamTimeout, workMemoryBytes } = options;
  const timeouts = { ...defaultTimeouts, lock: options.lockTimeoutMs ?? defaultTimeouts.lock };
  const streamBegin: BeginOptions = {
    timeouts: { ...timeouts, statement: statementTimeoutMs },
    allowPowerfulRoles,
    workMemoryBytes,
  };
  return new ServerDatabase({
    protocol: {
      ...hostProtocol,
      begin: (connection) => beginReadOnly(connection, { timeouts, allowPowerfulRoles }),
      reset: async (connection) => {
        await connection.query("rollback");
        await connection.query("discard all");
      },
      cancel: cancelQuery,
    },
    dialect: postgresDialect,
    catalogue: postgresCatalogue,
    greet: (connection) => connection.query("select 1"),
    worker: new URL("./worker.js", import.meta.url),
    streamBegin,
    defaultPort: 5432,
    pinned: options.pinned && readPinned(options.pinned),
    silenceTimeout: options.silenceTimeout,
  });
}
