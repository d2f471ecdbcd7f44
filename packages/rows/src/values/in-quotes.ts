import type { ValueWriter } from "../bytes/byte-writer.js";

/**
 * Creates a writer of JSON strings from a writer of text that needs no escapes.
 *
 * @param write - Writes the text
 * @returns A writer of the string
 */
export function inQuotes(write: ValueWriter): ValueWriter {
  return (target, start, end) => {
    target.put(0x22);
    write(target, start, end);
    target.put(0x22);
  };
}
