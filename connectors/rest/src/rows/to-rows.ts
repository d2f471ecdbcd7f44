import type { Columns, Row, RowOf } from "@wellhead/sdk";

/**
 * Converts items to rows, batch by batch.
 *
 * @param batches - Items as the API returns them
 * @param toRow - Converts an item to a row
 * @returns Rows in the same batches
 */
export async function* toRows(
  batches: AsyncIterable<readonly unknown[]>,
  toRow: (item: unknown) => Row,
): AsyncGenerator<ReadonlyArray<RowOf<Columns>>> {
  // Cells are JSON values. The server rejects a value that does not match its column, and names it.
  for await (const items of batches) yield items.map((item) => toRow(item) as RowOf<Columns>);
}
