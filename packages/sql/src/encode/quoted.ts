import type { ValueWriter } from "./value-writer.js";

/**
 * Puts quotes round what a writer writes.
 *
 * @param write - Writes text that needs no escaping
 * @returns A writer of the JSON string of it
 */
export function quoted(write: ValueWriter): ValueWriter {
  return (target, start, end) => {
    target.bytes[target.length++] = 0x22;
    write(target, start, end);
    target.bytes[target.length++] = 0x22;
  };
}
