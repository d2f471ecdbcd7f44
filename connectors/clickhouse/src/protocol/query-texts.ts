import { upstreamInvalid } from "@wellhead/sdk";
import type { Connection } from "./connection.js";
import { readServerError } from "./server-error.js";

/** One row of texts. */
export type TextRow = readonly (string | null)[];

/**
 * Runs a statement of this connector and reads all of its rows.
 *
 * @param connection - A session
 * @param sql - A statement whose columns are texts
 * @returns The rows
 * @throws ServerError when the server refuses it or fails
 */
export async function queryTexts(connection: Connection, sql: string): Promise<readonly TextRow[]> {
  const text = await connection.read({ sql: `${sql}\nformat JSONEachRow` });
  try {
    // The cast is safe for statements whose columns are texts.
    return text
      .split("\n")
      .flatMap((line) => (line === "" ? [] : [Object.values(JSON.parse(line) as object)]));
  } catch {
    const told = readServerError(text);
    throw told.code === 0 ? notClickhouse() : told;
  }
}

/** @returns The error for a response that ClickHouse does not send */
export function notClickhouse(): Error {
  return upstreamInvalid(
    "Could not connect to the database: expected the HTTP interface of ClickHouse, got another response. Check the host and the port.",
  );
}
