import type { ColumnEncoding } from "@wellhead/sql";
import type { Connection } from "../protocol/connection.js";

/**
 * Returns the encoding in which the text of a database is stored.
 *
 * @param connection - A session
 * @returns The encoding, or `undefined` when it has every character
 */
export function columnEncodingOf({ codec, parameters }: Connection): ColumnEncoding | undefined {
  if (codec !== undefined) return { name: codec.encoding, isDeclared: false };
  const name = parameters.get("server_encoding") ?? "UTF8";
  return name === "UTF8" ? undefined : { name, isDeclared: true };
}
