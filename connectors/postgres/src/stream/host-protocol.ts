import { isConnectorError } from "@wellhead/sdk";
import type { HostProtocol, ServerRole } from "@wellhead/sql";
import { explainError } from "../errors/explain-error.js";
import type { Connection } from "../protocol/connection.js";
import { openConnection } from "../protocol/open-connection.js";
import { ServerError } from "../protocol/server-error.js";

/** A server that is starting, stopping or recovering reports this before the sign-in. */
const cannotConnectNow = "57P03";

/** How to open a session at one of several servers. */
export const hostProtocol: HostProtocol<Connection> = {
  open: openConnection,
  isUnreachable: (error) => {
    if (error instanceof ServerError) return error.sqlState === cannotConnectNow;
    if (isConnectorError(error)) return error.code.startsWith("upstream_");
    return error instanceof DOMException && error.name === "TimeoutError";
  },
  findMismatch,
  explain: explainError,
};

/**
 * Checks whether a server has the required role.
 *
 * @param connection - A session outside a transaction
 * @param role - The required role
 * @returns The mismatch, as part of a sentence, or `undefined` when the server has the role
 * @see PostgreSQL, "Parameter Key Words", `target_session_attrs`
 */
async function findMismatch(connection: Connection, role: ServerRole): Promise<string | undefined> {
  const { isStandby, isReadOnly } = await stateOf(connection);
  switch (role) {
    case "read-write":
      return isStandby || isReadOnly ? "it is read-only" : undefined;
    case "read-only":
      return isStandby || isReadOnly ? undefined : "it is not read-only";
    case "primary":
      return isStandby ? "it is a standby" : undefined;
    case "standby":
      return isStandby ? undefined : "it is not a standby";
    default:
      return undefined;
  }
}

/** Returns the state of a server. Servers before PostgreSQL 14, and some poolers, do not report it at startup. */
async function stateOf(connection: Connection) {
  const standby = connection.parameters.get("in_hot_standby");
  const readOnly = connection.parameters.get("default_transaction_read_only");
  if (standby !== undefined && readOnly !== undefined)
    return { isStandby: standby === "on", isReadOnly: readOnly === "on" };
  const { rows } = await connection.query(
    "select pg_catalog.pg_is_in_recovery()::text, pg_catalog.current_setting('default_transaction_read_only')",
  );
  const [[inRecovery, setting] = []] = rows;
  return { isStandby: inRecovery === "true", isReadOnly: setting === "on" };
}
