import type { ByteWriter } from "./byte-writer.js";
import type { TextSpan } from "./text-span.js";

const quote = 0x22;

/** For every byte, whether a cell that holds it stands in quotes: `"`, comma, CR and LF. */
const special = new Uint8Array(256);
for (const character of '",\r\n') special[character.charCodeAt(0)] = 1;

/**
 * Writes UTF-8 text as a cell of RFC 4180, in quotes where it needs them. Empty text is `""`, an empty cell is NULL.
 *
 * @param writer - Where to write
 * @param text - The text
 */
export function writeCsvText(writer: ByteWriter, text: TextSpan): void {
  const { source, start, length } = text;
  writer.reserve(length * 2 + 2);
  const { bytes } = writer;
  const begin = writer.position;
  const end = start + length;
  if (length === 0) {
    writer.position = writeQuoted(bytes, begin, text);
    return;
  }
  let position = begin;
  for (let index = start; index < end; index++) {
    const byte = source[index] ?? 0;
    if (special[byte] === 1) {
      writer.position = writeQuoted(bytes, begin, text);
      return;
    }
    bytes[position++] = byte;
  }
  writer.position = position;
}

/** Writes the text in quotes and gives the position after it. */
function writeQuoted(bytes: Uint8Array, begin: number, { source, start, length }: TextSpan): number {
  const end = start + length;
  let position = begin;
  bytes[position++] = quote;
  for (let index = start; index < end; index++) {
    const byte = source[index] ?? 0;
    if (byte === quote) bytes[position++] = quote;
    bytes[position++] = byte;
  }
  bytes[position++] = quote;
  return position;
}
