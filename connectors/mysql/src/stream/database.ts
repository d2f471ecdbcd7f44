import { type Credentials, ServerDatabase } from "@wellhead/sql";
import type { MysqlOptions } from "../account/options.js";
import { mysqlCatalogue } from "../catalogue/catalogue.js";
import { mysqlDialect } from "../dialect/dialect.js";
import type { Parameter } from "../dialect/parameter.js";
import { type BeginOptions, beginReadOnly } from "../protocol/begin-read-only.js";
import { cancelQuery } from "../protocol/cancel-query.js";
import type { Connection } from "../protocol/connection.js";
import { resetConnection } from "../protocol/messages.js";
import { queryTexts } from "../protocol/query-texts.js";
import { receiveOk } from "../protocol/run-statement.js";
import { hostProtocol } from "./host-protocol.js";

const defaultTimeouts = { statement: 15_000, lock: 5_000, idle: 30_000 };
const defaultStreamTimeout = 6 * 60 * 60 * 1000;

/** The MySQL and MariaDB databases of a connector's accounts. */
export type MysqlDatabase = ServerDatabase<Connection, Parameter>;

/**
 * Creates the databases of a connector's accounts.
 *
 * @param options - The operator's options
 * @param pinned - The only database to read, or `undefined` for those of the accounts
 * @returns Databases, without any connection yet
 */
export function mysqlDatabase(
  options: Omit<MysqlOptions, "pinned">,
  pinned: Credentials | undefined,
): MysqlDatabase {
  const { allowPowerfulUsers = false, streamTimeout = defaultStreamTimeout } = options;
  const { statementTimeoutMs = streamTimeout, workMemoryBytes } = options;
  const timeouts = { ...defaultTimeouts, lock: options.lockTimeoutMs ?? defaultTimeouts.lock };
  const streamBegin: BeginOptions = {
    timeouts: { ...timeouts, statement: statementTimeoutMs },
    allowPowerfulUsers,
    workMemoryBytes,
  };
  return new ServerDatabase({
    protocol: {
      ...hostProtocol,
      begin: (connection) => beginReadOnly(connection, { timeouts, allowPowerfulUsers }),
      reset: async (connection) => {
        // This also rolls back the transaction.
        connection.send(resetConnection());
        await receiveOk(connection);
      },
      cancel: cancelQuery,
    },
    dialect: mysqlDialect,
    catalogue: mysqlCatalogue,
    greet: (connection) => queryTexts(connection, "select '1'"),
    worker: new URL("./worker.js", import.meta.url),
    streamBegin,
    defaultPort: 3306,
    pinned,
    silenceTimeout: options.silenceTimeout,
  });
}
