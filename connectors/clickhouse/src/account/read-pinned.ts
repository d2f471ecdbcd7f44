import { type Credentials, operatorCredentials, operatorParts, readConnectionString } from "@wellhead/sql";
import type { PinnedDatabase } from "./options.js";

/** Port of the HTTP interface with TLS. */
export const defaultPort = 8443;

/**
 * Reads the database that the operator chose, from its members and a connection string.
 *
 * @param pinned - The operator's options
 * @returns Its credentials
 * @throws TypeError that says what is missing or cannot be read
 */
export function readPinned(pinned: PinnedDatabase): Credentials {
  const { connection, tables: _, ...members } = pinned;
  const written =
    connection === undefined
      ? {}
      : readConnectionString(connection, { schemes: ["clickhouse"], isOperators: true });
  return operatorCredentials({ ...operatorParts(members), ...written }, defaultPort);
}
