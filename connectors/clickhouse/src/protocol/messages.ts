import { Buffer } from "node:buffer";
import type { Credentials, HttpStatement } from "@wellhead/sql";
import type { Settings } from "./settings.js";

/** A statement of the HTTP interface. */
export interface ClickhouseStatement {
  readonly sql: string;
  /** Settings in addition to those of the session. */
  readonly settings?: Settings;
  /** Name by which the statement can be ended. Default: the server chooses one. */
  readonly queryId?: string;
  /** Whether the server compresses its response. Default: `false`. */
  readonly isCompressed?: boolean;
}

/**
 * Builds the request that runs a statement.
 *
 * @param credentials - The server, the database and the user
 * @param statement - The statement, with all of its settings
 * @returns The request
 * @see ClickHouse, "HTTP Interface"
 */
export function statementRequest(
  { host, port, database, user, password }: Credentials,
  { sql, settings = {}, queryId, isCompressed = false }: ClickhouseStatement,
): HttpStatement {
  const query = new URLSearchParams({
    database,
    ...(queryId !== undefined && { query_id: queryId }),
    ...(isCompressed && { enable_http_compression: "1" }),
    ...settings,
  });
  const name = host.includes(":") ? `[${host}]` : host;
  const login = Buffer.from(`${user}:${password}`).toString("base64");
  return {
    path: `/?${query.toString()}`,
    method: "POST",
    headers: {
      host: `${name}:${port}`,
      authorization: `Basic ${login}`,
      "content-type": "text/plain; charset=utf-8",
      ...(isCompressed && { "accept-encoding": "gzip" }),
    },
    body: sql,
  };
}
