import type { ByteWriter } from "./byte-writer.js";
import type { TextSpan } from "./text-span.js";

/** For every byte: 0 when it stands in a JSON string as it is, 1 when it is written as \u00XX, else the letter after the backslash. */
const escapes = makeEscapes();

const hexDigits = Buffer.from("0123456789abcdef");

/**
 * Writes UTF-8 text as a JSON string, quotes included.
 *
 * @param writer - Where to write
 * @param text - The text
 */
export function writeJsonText(writer: ByteWriter, text: TextSpan): void {
  const { source, start, length } = text;
  writer.reserve(length * 6 + 2);
  const { bytes } = writer;
  let { position } = writer;
  bytes[position++] = 0x22;
  const end = start + length;
  for (let index = start; index < end; index++) {
    const byte = source[index] ?? 0;
    const escape = escapes[byte] ?? 0;
    if (escape === 0) {
      bytes[position++] = byte;
      continue;
    }
    bytes[position++] = 0x5c;
    if (escape > 1) bytes[position++] = escape;
    else {
      bytes[position++] = 0x75;
      bytes[position++] = 0x30;
      bytes[position++] = 0x30;
      bytes[position++] = hexDigits[byte >> 4] ?? 0;
      bytes[position++] = hexDigits[byte & 15] ?? 0;
    }
  }
  bytes[position++] = 0x22;
  writer.position = position;
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
