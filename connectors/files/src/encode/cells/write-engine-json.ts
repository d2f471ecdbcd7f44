import { type ByteWriter, FixedText } from "@wellhead/rows";

const quote = 0x22;
const backslash = 0x5c;
const nothing = new FixedText("null");

/**
 * Writes a JSON value of the engine. White space between tokens is dropped, so that the value takes one line. The words
 * `NaN` and `Infinity`, which the engine uses and JSON lacks, become `null`.
 *
 * @param writer - Holds the value and receives the output; the caller has reserved the space
 * @param start - First byte
 * @param end - Index after the last byte
 */
export function writeEngineJson(writer: ByteWriter, start: number, end: number): void {
  const { source } = writer;
  for (let index = start; index < end; ) {
    const byte = source[index] ?? 0;
    if (byte === quote) index = copyString(writer, index, end);
    else if (startsNoNumber(source, index)) {
      writer.append(nothing);
      index = wordEnd(source, index, end);
    } else {
      if (byte > 0x20) writer.bytes[writer.length++] = byte;
      index++;
    }
  }
}

/** Copies a string with its quotes; returns the index after it. */
function copyString(writer: ByteWriter, from: number, end: number): number {
  const { bytes, source } = writer;
  let at = writer.length;
  let index = from;
  bytes[at++] = quote;
  for (index++; index < end; index++) {
    const byte = source[index] ?? 0;
    bytes[at++] = byte;
    if (byte === quote) break;
    if (byte === backslash) bytes[at++] = source[++index] ?? 0;
  }
  writer.length = at;
  return index + 1;
}

/** Returns whether `NaN`, `Infinity` or `-Infinity` begins at an index. */
function startsNoNumber(source: Uint8Array, index: number): boolean {
  const byte = source[index];
  return byte === 0x4e || byte === 0x49 || (byte === 0x2d && source[index + 1] === 0x49);
}

function wordEnd(source: Uint8Array, from: number, end: number): number {
  let index = from + 1;
  while (index < end && /[A-Za-z]/.test(String.fromCharCode(source[index] ?? 0))) index++;
  return index;
}
