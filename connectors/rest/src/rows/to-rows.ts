import type { Columns, Row, RowOf } from "@wellhead/sdk";

/**
 * Converts items to rows, batch by batch.
 *
 * @param batches - Items as the API returns them
 * @param toRow - Converts an item to a row
 * @param checkFirst - Checks the items of the first batch that is not empty. Default: they are not checked
 * @returns Rows in the same batches
 */
export async function* toRows(
  batches: AsyncIterable<readonly unknown[]>,
  toRow: (item: unknown) => Row,
  checkFirst?: (items: readonly unknown[]) => void,
): AsyncGenerator<ReadonlyArray<RowOf<Columns>>> {
  let check = checkFirst;
  for await (const items of batches) {
    if (items.length > 0) {
      check?.(items);
      check = undefined;
    }
    // Cells are JSON values. The server rejects a value that does not match its column, and names it.
    yield items.map((item) => toRow(item) as RowOf<Columns>);
  }
}
