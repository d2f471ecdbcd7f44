import type { Lines } from "./json-tokens.js";

/** What precedes a value, as rows write it: a comma, except before the first member of a row, the name and a colon. */
export interface Spelling {
  /** The bytes, four in each number. */
  readonly fours: Int32Array;
  /** The bytes after the last four. */
  readonly tail: Uint8Array;
  /** Number of bytes. */
  readonly length: number;
}

/**
 * Returns bytes in a form that is compared four bytes at a time.
 *
 * @param bytes - The bytes
 * @returns The same bytes
 */
export function spellingOf(bytes: Uint8Array): Spelling {
  const { length } = bytes;
  const view = new DataView(bytes.buffer, bytes.byteOffset, length);
  const fours = Int32Array.from({ length: length >> 2 }, (_, index) => view.getInt32(index * 4, true));
  return { fours, tail: bytes.slice(fours.length * 4), length };
}

/**
 * Reports whether lines have a spelling at a position.
 *
 * @param lines - Complete lines
 * @param start - The position
 * @param spelling - The bytes
 * @returns Whether they do
 */
export function isAt({ bytes, view }: Lines, start: number, { fours, tail, length }: Spelling): boolean {
  if (start + length > bytes.length) return false;
  let position = start;
  for (let index = 0; index < fours.length; index += 1, position += 4)
    if (view.getInt32(position, true) !== fours[index]) return false;
  return startsWith(bytes, position, tail);
}

/**
 * Reports whether bytes have others at a position.
 *
 * @param bytes - The bytes
 * @param position - The position
 * @param start - The others
 * @returns Whether they do
 */
export function startsWith(bytes: Uint8Array, position: number, start: Uint8Array): boolean {
  for (let index = 0; index < start.length; index += 1)
    if (bytes[position + index] !== start[index]) return false;
  return true;
}
