import type { ByteWriter } from "./byte-writer.js";
import type { TextSpan } from "./text-span.js";

const quote = 0x22;
const apostrophe = 0x27;

/** For every byte, whether a cell that holds it stands in quotes: `"`, comma, CR and LF. */
const special = new Uint8Array(256);
for (const character of '",\r\n') special[character.charCodeAt(0)] = 1;

/** What a spreadsheet takes for the beginning of a formula. */
const formula: ReadonlySet<number | undefined> = new Set(Buffer.from("=+-@\t\r"));

/**
 * Writes UTF-8 text as a cell of RFC 4180, in quotes where it needs them. Empty text is `""`, an empty cell is NULL.
 *
 * @param writer - Where to write
 * @param text - The text
 */
export function writeCsvText(writer: ByteWriter, text: TextSpan): void {
  const { source, start, length } = text;
  // Room for an apostrophe too.
  writer.reserve(length * 2 + 3);
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

/**
 * Writes text as {@link writeCsvText} does, with an apostrophe before it when a spreadsheet would run it.
 *
 * @param writer - Where to write
 * @param text - The text
 */
export function writeHarmlessCsvText(writer: ByteWriter, text: TextSpan): void {
  const begin = writer.position;
  writeCsvText(writer, text);
  if (text.length === 0 || !formula.has(text.source[text.start])) return;
  // The apostrophe belongs to the text, so it stands inside the quotes.
  const at = writer.bytes[begin] === quote ? begin + 1 : begin;
  writer.bytes.copyWithin(at + 1, at, writer.position);
  writer.bytes[at] = apostrophe;
  writer.position++;
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
