import type { Columns, Row, RowOf } from "@wellhead/sdk";

/**
 * Makes rows of items, batch by batch.
 *
 * @param batches - Items as the API gives them
 * @param toRow - Makes one row
 * @returns Rows in the same batches
 */
export async function* toRows(
  batches: AsyncIterable<readonly unknown[]>,
  toRow: (item: unknown) => Row,
): AsyncGenerator<ReadonlyArray<RowOf<Columns>>> {
  // Cells are values of JSON, which every column can hold or the server refuses by name.
  for await (const items of batches) yield items.map((item) => toRow(item) as RowOf<Columns>);
}
