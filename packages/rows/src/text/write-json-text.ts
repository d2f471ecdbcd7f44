import { Buffer } from "node:buffer";
import type { ByteWriter } from "../bytes/byte-writer.js";
import { copyPlainJson, isPlainJson } from "./copy-plain-json.js";

const hex = Buffer.from("0123456789abcdef");

/** The escape of each byte: 0 for none, otherwise the letter after the backslash, where `u` means the long form. */
const escapes = new Uint8Array(256);
escapes.fill(0x75, 0, 0x20);
for (const [byte, letter] of [
  [0x08, "b"],
  [0x09, "t"],
  [0x0a, "n"],
  [0x0c, "f"],
  [0x0d, "r"],
  [0x22, '"'],
  [0x5c, "\\"],
] as const) {
  escapes[byte] = letter.charCodeAt(0);
}

/**
 * Writes UTF-8 text as a JSON string.
 *
 * @param target - Holds the text and receives the string
 * @param start - First byte of the text
 * @param end - Index after the last byte
 */
export function writeJsonText(target: ByteWriter, start: number, end: number): void {
  const { bytes } = target;
  bytes[target.length++] = 0x22;
  // Most text needs no escapes.
  const index = copyPlainJson(target, start, end);
  if (index < end) writeEscaped(target, index, end);
  bytes[target.length++] = 0x22;
}

function writeEscaped(target: ByteWriter, start: number, end: number): void {
  const { bytes, source, view, sourceView } = target;
  let at = target.length;
  let index = start;
  for (const last = end - 3; index < last; index += 4) {
    const word = sourceView.getInt32(index, true);
    if (isPlainJson(word)) {
      view.setInt32(at, word, true);
      at += 4;
    } else {
      for (let offset = 0; offset < 4; offset += 1) at = writeByte(bytes, at, source[index + offset] ?? 0);
    }
  }
  for (; index < end; index += 1) at = writeByte(bytes, at, source[index] ?? 0);
  target.length = at;
}

function writeByte(bytes: Buffer, place: number, byte: number): number {
  const letter = escapes[byte] ?? 0;
  if (letter === 0) {
    bytes[place] = byte;
    return place + 1;
  }
  bytes[place] = 0x5c;
  bytes[place + 1] = letter;
  if (letter !== 0x75) return place + 2;
  bytes[place + 2] = 0x30;
  bytes[place + 3] = 0x30;
  bytes[place + 4] = hex[byte >> 4] ?? 0;
  bytes[place + 5] = hex[byte & 15] ?? 0;
  return place + 6;
}
