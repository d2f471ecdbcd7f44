import type { ByteWriter } from "../bytes/byte-writer.js";
import { type ValueWriter, widestByte, widestFrame } from "../bytes/value-writer.js";
import { beginsLikeFormula, putApostrophe } from "../text/formula.js";

/** How the values of a column are written in either format. */
export interface EscapeFormulasOptions {
  /** Writes a JSON value. */
  readonly json: ValueWriter;
  /** Writes a cell of CSV. */
  readonly csv: ValueWriter;
}

/**
 * Makes a writer of CSV cells that puts an apostrophe before text which a spreadsheet would take for a formula.
 *
 * A minus begins numbers too, which stay as they are: text is what JSON has in quotes, so the few cells that begin like a
 * formula are written as JSON as well, to see what they are.
 *
 * @param options - Writers of the column
 * @returns A writer of its cells
 */
export function escapeFormulas({ json, csv }: EscapeFormulasOptions): ValueWriter {
  return (target, start, end) => {
    const first = target.length;
    csv(target, start, end);
    if (!beginsLikeFormula(target, first)) return;
    target.reserve((end - start) * widestByte + widestFrame);
    if (isText(target, () => json(target, start, end))) putApostrophe(target, first);
  };
}

/** Writes a value as JSON, looks at it and takes it back. */
function isText(target: ByteWriter, writeJson: () => void): boolean {
  const { length } = target;
  writeJson();
  const opening = target.bytes[length];
  target.length = length;
  return opening === 0x22;
}
