import { upstreamInvalid } from "@wellhead/sdk";
import type { CellWriter, RowBytes } from "@wellhead/sql";

/**
 * Writes one row from the server's bytes, without converting them to JavaScript values.
 *
 * @param writer - Writes the row
 * @param body - Body of a DataRow message
 * @param count - Number of columns in the result
 * @throws ConnectorError `upstream_invalid` when the row has a different number of columns or is truncated
 */
export function writeDataRow(writer: CellWriter, { bytes, start, end }: RowBytes, count: number): void {
  if ((((bytes[start] ?? 0) << 8) | (bytes[start + 1] ?? 0)) !== count) throw brokenRow();
  writer.begin(end - start);
  writer.target.read(bytes);
  const { sourceView } = writer.target;
  let at = start + 2;
  for (let column = 0; column < count; column += 1) {
    if (at + 4 > end) throw brokenRow();
    const size = sourceView.getInt32(at);
    at += 4;
    if (size < 0) writer.empty(column);
    else {
      if (at + size > end) throw brokenRow();
      writer.cell(column, at, at + size);
      at += size;
    }
  }
  writer.end();
}

/**
 * Creates the error for a row whose bytes are not what its columns say.
 *
 * @returns The error
 */
export function brokenRow(): Error {
  return upstreamInvalid("Could not read a row: the row that the database sent does not match its columns.");
}
