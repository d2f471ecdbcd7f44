import type { ValueWriter } from "../bytes/byte-writer.js";

/**
 * Creates a writer that writes `""` when another writer writes nothing, so that an empty value is not read as missing.
 *
 * @param write - Writes a cell of CSV that needs no quotes
 * @returns A writer of a cell that is never empty
 */
export function quoteIfEmpty(write: ValueWriter): ValueWriter {
  return (target, start, end) => {
    const first = target.length;
    write(target, start, end);
    if (target.length > first) return;
    target.put(0x22);
    target.put(0x22);
  };
}
