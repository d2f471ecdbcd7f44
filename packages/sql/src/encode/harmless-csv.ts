import { Buffer } from "node:buffer";
import type { ByteTarget } from "./byte-target.js";
import { type ValueWriter, widestByte, widestFrame } from "./value-writer.js";

const quote = 0x22;
const apostrophe = 0x27;

/** What a spreadsheet takes for the beginning of a formula. */
const formula: ReadonlySet<number | undefined> = new Set(Buffer.from("=+-@\t\r"));

/** How the values of a column are written in either form. */
export interface HarmlessCsvOptions {
  readonly json: ValueWriter;
  readonly csv: ValueWriter;
}

/**
 * Makes a writer of CSV cells that puts an apostrophe before text which a spreadsheet would take for a formula.
 *
 * A minus begins numbers too, which stay as they are: text is what JSON has in quotes, so the few cells that begin
 * like a formula are written as JSON as well, to see what they are.
 *
 * @param options - Writers of the column
 * @returns A writer of its cells
 */
export function harmlessCsv({ json, csv }: HarmlessCsvOptions): ValueWriter {
  return (target, start, end) => {
    const first = target.length;
    csv(target, start, end);
    // The apostrophe belongs to the text, so it stands inside the quotes.
    const at = target.bytes[first] === quote ? first + 1 : first;
    const after = target.length;
    if (at === after || !formula.has(target.bytes[at])) return;
    target.reserve((end - start) * widestByte + widestFrame);
    if (!isText(target, () => json(target, start, end))) return;
    target.bytes.copyWithin(at + 1, at, after);
    target.bytes[at] = apostrophe;
    target.length = after + 1;
  };
}

/** Writes a value as JSON, looks at it and takes it back. */
function isText(target: ByteTarget, writeJson: () => void): boolean {
  const { length } = target;
  writeJson();
  const opening = target.bytes[length];
  target.length = length;
  return opening === quote;
}
