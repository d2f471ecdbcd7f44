import { type ByteWriter, type ValueWriter, widestByte, widestFrame } from "../bytes/byte-writer.js";
import { beginsLikeFormula, putApostrophe } from "../text/formula.js";

/** The writers of a column for both formats. */
export interface EscapeFormulasOptions {
  /** Writes a JSON value. */
  readonly json: ValueWriter;
  /** Writes a cell of CSV. */
  readonly csv: ValueWriter;
}

/**
 * Creates a writer of CSV cells that puts an apostrophe before text that a spreadsheet would treat as a formula.
 *
 * Negative numbers also start with a minus and must not change. The few cells that start like a formula are therefore
 * written as JSON too: a value is text when its JSON starts with a quote.
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

/** Returns whether the JSON of a value is a string. It writes the JSON, checks its first byte and removes it again. */
function isText(target: ByteWriter, writeJson: () => void): boolean {
  const { length } = target;
  writeJson();
  const opening = target.bytes[length];
  target.length = length;
  return opening === 0x22;
}
