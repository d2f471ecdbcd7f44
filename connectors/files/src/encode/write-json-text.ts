import type { ByteWriter } from "./byte-writer.js";
import type { TextSpan } from "./text-span.js";

/** For every byte: 0 when it stands in a JSON string as it is, 1 when it is written as \u00XX, else the letter after the backslash. */
const escapes = makeEscapes();

const quote = 0x22;
const hexDigits = Buffer.from("0123456789abcdef");

/**
 * Writes UTF-8 text as a JSON string, quotes included.
 *
 * @param writer - Where to write
 * @param text - The text
 */
export function writeJsonText(writer: ByteWriter, text: TextSpan): void {
  const { source, view, start, length } = text;
  writer.reserve(length * 6 + 2);
  const { bytes, view: target } = writer;
  let { position } = writer;
  bytes[position++] = quote;
  const end = start + length;
  let index = start;
  while (index < end) {
    // Four bytes at a time for as long as none of them needs an escape.
    if (index + 4 <= end) {
      const word = view.getInt32(index, true);
      if (isPlain(word)) {
        target.setInt32(position, word, true);
        position += 4;
        index += 4;
        continue;
      }
    }
    const stop = Math.min(index + 4, end);
    for (; index < stop; index++) {
      const byte = source[index] ?? 0;
      if (escapes[byte] === 0) bytes[position++] = byte;
      else position = writeEscape(bytes, position, byte);
    }
  }
  bytes[position++] = quote;
  writer.position = position;
}

/**
 * Whether none of four bytes is a control character, a quote or a backslash: for each, the subtraction borrows
 * from the uppermost bit of a byte below the bound. It may say no once too often, never yes.
 */
function isPlain(word: number): boolean {
  const quotes = word ^ 0x22222222;
  const backslashes = word ^ 0x5c5c5c5c;
  const found =
    ((word - 0x20202020) & ~word) |
    ((quotes - 0x01010101) & ~quotes) |
    ((backslashes - 0x01010101) & ~backslashes);
  return (found & 0x80808080) === 0;
}

/** Writes a byte that needs an escape and gives the position after it. */
function writeEscape(bytes: Uint8Array, from: number, byte: number): number {
  const escape = escapes[byte] ?? 0;
  let position = from;
  bytes[position++] = 0x5c;
  if (escape > 1) {
    bytes[position++] = escape;
    return position;
  }
  bytes[position++] = 0x75;
  bytes[position++] = 0x30;
  bytes[position++] = 0x30;
  bytes[position++] = hexDigits[byte >> 4] ?? 0;
  bytes[position++] = hexDigits[byte & 15] ?? 0;
  return position;
}

function makeEscapes(): Uint8Array {
  const table = new Uint8Array(256);
  table.fill(1, 0, 0x20);
  const letters = { "\b": "b", "\t": "t", "\n": "n", "\f": "f", "\r": "r", '"': '"', "\\": "\\" };
  for (const [character, letter] of Object.entries(letters)) {
    table[character.charCodeAt(0)] = letter.charCodeAt(0);
  }
  return table;
}
