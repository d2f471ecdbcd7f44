import type { RowBytes } from "@wellhead/sql";
import { PacketReader } from "./packet-reader.js";

/** One column as the server describes it. */
export interface ResultColumn {
  readonly name: string;
  /** Number of its type. */
  readonly type: number;
  /** Number of its character set; 63 means bytes. */
  readonly charset: number;
  /** Most characters of a value. */
  readonly length: number;
  readonly flags: number;
  /** Digits behind the point, or of a second. */
  readonly decimals: number;
  /** What MariaDB says more about it, such as `uuid` or `json`; empty otherwise. */
  readonly format: string;
}

/**
 * Reads the description of a column.
 *
 * @param packet - The packet
 * @param extended - Whether MariaDB's further names are in it
 * @returns The column
 */
export function readResultColumn(packet: RowBytes, extended: boolean): ResultColumn {
  const reader = new PacketReader(packet);
  // Catalogue, schema, table and its own name.
  for (let skipped = 0; skipped < 4; skipped += 1) reader.bytes(reader.length());
  const name = reader.text();
  reader.bytes(reader.length());
  const format = extended ? readFormat(reader.bytes(reader.length())) : "";
  reader.length();
  const charset = reader.integer(2);
  const length = reader.integer(4);
  const type = reader.integer(1);
  const flags = reader.integer(2);
  return { name, type, charset, length, flags, decimals: reader.integer(1), format };
}

/** Names of the type and of its format, each behind its number; a column has one of them. */
function readFormat(bytes: RowBytes["bytes"]): string {
  if (bytes.length === 0) return "";
  return new PacketReader({ bytes, start: 1, end: bytes.length }).text();
}
