import type { RowBytes } from "@wellhead/sql";
import { PacketReader } from "./packet-reader.js";

/** One column as the server describes it. */
export interface ResultColumn {
  readonly name: string;
  /** Protocol number of its type. */
  readonly type: number;
  /** Number of its character set. 63 means bytes. */
  readonly charset: number;
  /** Maximum length of a value. */
  readonly length: number;
  readonly flags: number;
  /** Number of digits after the decimal point or of fractional seconds. */
  readonly decimals: number;
  /** MariaDB's extended type name, such as `uuid` or `json`. Empty if there is none. */
  readonly format: string;
}

/**
 * Parses the description of a column.
 *
 * @param packet - The packet
 * @param extended - Whether it includes MariaDB's extended type names
 * @returns The column
 */
export function readResultColumn(packet: RowBytes, extended: boolean): ResultColumn {
  const reader = new PacketReader(packet);
  // Skip the catalogue, the schema, the table's alias and the table's original name.
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

/** Reads the extended type or format name, which follows its number. A column has at most one of them. */
function readFormat(bytes: RowBytes["bytes"]): string {
  if (bytes.length === 0) return "";
  return new PacketReader({ bytes, start: 1, end: bytes.length }).text();
}
