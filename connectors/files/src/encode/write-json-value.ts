import type { ByteWriter } from "./byte-writer.js";
import { fragment } from "./fragment.js";
import type { TextSpan } from "./text-span.js";

const quote = 0x22;
const backslash = 0x5c;
const nothing = fragment("null");

/**
 * Writes text that is a JSON value already. White space between its parts is left out, so that the value takes
 * one line, and the words `NaN` and `Infinity`, which the engine uses and JSON lacks, become `null`.
 *
 * @param writer - Where to write
 * @param text - A JSON value as the engine writes it
 */
export function writeJsonValue(writer: ByteWriter, text: TextSpan): void {
  const { source, start, length } = text;
  writer.reserve(length * 2 + 16);
  const end = start + length;
  for (let index = start; index < end; ) {
    const byte = source[index] ?? 0;
    if (byte === quote) index = copyString(writer, text, index);
    else if (startsNoNumber(source, index)) {
      writer.copy(nothing);
      index = wordEnd(source, index, end);
    } else {
      if (byte > 0x20) writer.bytes[writer.position++] = byte;
      index++;
    }
  }
}

/** Copies a string with its quotes; gives the index behind it. */
function copyString(writer: ByteWriter, { source, start, length }: TextSpan, from: number): number {
  const { bytes } = writer;
  const end = start + length;
  let { position } = writer;
  let index = from;
  bytes[position++] = quote;
  for (index++; index < end; index++) {
    const byte = source[index] ?? 0;
    bytes[position++] = byte;
    if (byte === quote) break;
    if (byte === backslash) bytes[position++] = source[++index] ?? 0;
  }
  writer.position = position;
  return index + 1;
}

/** Whether `NaN`, `Infinity` or `-Infinity` begins here. */
function startsNoNumber(source: Uint8Array, index: number): boolean {
  const byte = source[index];
  return byte === 0x4e || byte === 0x49 || (byte === 0x2d && source[index + 1] === 0x49);
}

function wordEnd(source: Uint8Array, from: number, end: number): number {
  let index = from + 1;
  while (index < end && /[A-Za-z]/.test(String.fromCharCode(source[index] ?? 0))) index++;
  return index;
}
