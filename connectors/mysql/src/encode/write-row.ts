import type { Buffer } from "node:buffer";
import { upstreamInvalid } from "@wellhead/sdk";
import type { CellWriter, RowBytes } from "@wellhead/sql";

/**
 * Writes one row from the server's bytes, without converting them to JavaScript values.
 *
 * @param writer - Writes the row
 * @param row - Payload of a row packet
 * @param sizes - Size of each column's values, as returned by `sizeOfType`
 * @throws ConnectorError `upstream_invalid` when the row has a different number of columns or is truncated
 */
export function writeBinaryRow(writer: CellWriter, row: RowBytes, sizes: readonly number[]): void {
  const { bytes, start, end } = row;
  const nulls = start + 1;
  let at = nulls + ((sizes.length + 9) >> 3);
  if (at > end) throw brokenRow();
  writer.begin(end - start);
  writer.target.read(bytes);
  for (let column = 0; column < sizes.length; column += 1) {
    const bit = column + 2;
    if ((((bytes[nulls + (bit >> 3)] ?? 0) >> (bit & 7)) & 1) === 1) {
      writer.empty(column);
      continue;
    }
    let size = sizes[column] ?? 0;
    if (size < 0) size = 1 + (bytes[at] ?? 0);
    else if (size === 0) {
      const first = bytes[at] ?? 0;
      size = first < 0xfb ? first : longLength(bytes, at, end);
      at += first < 0xfb ? 1 : widthOf(first);
    }
    if (at + size > end) throw brokenRow();
    writer.cell(column, at, at + size);
    at += size;
  }
  writer.end();
}

/** Returns the size of a length-encoded integer, given a first byte that is not the length itself. */
function widthOf(first: number): number {
  if (first === 0xfc) return 3;
  return first === 0xfd ? 4 : 9;
}

function longLength(bytes: Buffer, at: number, end: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0xfc || first === 0xff || at + widthOf(first) > end) throw brokenRow();
  if (first === 0xfc) return bytes.readUInt16LE(at + 1);
  if (first === 0xfd) return bytes.readUIntLE(at + 1, 3);
  if (bytes.readUInt32LE(at + 5) !== 0) throw brokenRow();
  return bytes.readUInt32LE(at + 1);
}

function brokenRow(): Error {
  return upstreamInvalid("Could not read a row: the row that the database sent does not match its columns.");
}
