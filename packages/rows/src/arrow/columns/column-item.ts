/**
 * Returns what belongs to a column.
 *
 * @param items - One for each column
 * @param index - Index of the column
 * @returns The item
 * @throws RangeError when there is no such column
 */
export function columnItem<Item>(items: readonly Item[], index: number): Item {
  const item = items[index];
  if (item === undefined) throw new RangeError("Could not write a column: it does not exist.");
  return item;
}
