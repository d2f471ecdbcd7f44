import type { ByteWriter } from "../bytes/byte-writer.js";

/**
 * Writes ASCII text, such as the digits of a number.
 *
 * @param target - Receives the text
 * @param text - ASCII text
 */
export function writeAscii(target: ByteWriter, text: string): void {
  const { length } = text;
  target.reserve(length);
  const { bytes } = target;
  let at = target.length;
  for (let index = 0; index < length; index += 1) bytes[at++] = text.charCodeAt(index);
  target.length = at;
}
