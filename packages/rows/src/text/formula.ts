import { Buffer } from "node:buffer";
import type { ByteWriter } from "../bytes/byte-writer.js";

const quote = 0x22;
const apostrophe = 0x27;

/**
 * The first characters by which a spreadsheet recognizes a formula.
 *
 * @see The connector contract, POST /, CSV
 */
export const formulaStarts = "=+-@\t\r";

const starts = new Uint8Array(256);
for (const byte of Buffer.from(formulaStarts)) starts[byte] = 1;

/**
 * Reports whether a cell of CSV starts like a formula.
 *
 * @param target - Holds the cell as its last bytes
 * @param first - Index of the first byte of the cell
 * @returns Whether it does; `false` for an empty cell
 */
export function beginsLikeFormula(target: ByteWriter, first: number): boolean {
  const at = beginOfText(target, first);
  return at < target.length && starts[target.bytes[at] ?? 0] === 1;
}

/**
 * Puts an apostrophe before the text of a cell, so that a spreadsheet does not run it as a formula. The apostrophe is
 * part of the text and therefore goes inside the quotes.
 *
 * @param target - Holds the cell as its last bytes
 * @param first - Index of the first byte of the cell
 */
export function putApostrophe(target: ByteWriter, first: number): void {
  target.reserve(1);
  const at = beginOfText(target, first);
  target.bytes.copyWithin(at + 1, at, target.length);
  target.bytes[at] = apostrophe;
  target.length += 1;
}

/**
 * Puts an apostrophe before the text of a cell when it starts like a formula.
 *
 * @param target - Holds the cell as its last bytes
 * @param first - Index of the first byte of the cell
 */
export function escapeFormula(target: ByteWriter, first: number): void {
  if (beginsLikeFormula(target, first)) putApostrophe(target, first);
}

function beginOfText({ bytes }: ByteWriter, first: number): number {
  return bytes[first] === quote ? first + 1 : first;
}
