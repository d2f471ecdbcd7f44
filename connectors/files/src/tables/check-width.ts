import { FileFault } from "../convert/convert-task.js";

/** Columns of a table; the engine holds 2048 rows of all of them. */
const maxColumns = 6000;

/**
 * Checks that a table is not too wide for the engine.
 *
 * @param count - Number of its columns
 * @throws FileFault when there are too many
 */
export function checkWidth(count: number): void {
  if (count <= maxColumns) return;
  throw new FileFault(
    `it has ${count} columns, and the maximum is ${maxColumns}. Split it into several files`,
  );
}
