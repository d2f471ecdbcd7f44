import { FileFault } from "../convert/file-fault.js";

/** Maximum number of columns. The engine holds 2048 rows of all columns in memory. */
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
