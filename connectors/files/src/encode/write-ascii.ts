import type { ByteWriter } from "./byte-writer.js";

/**
 * Writes text that holds nothing but ASCII, such as the digits of a number.
 *
 * @param writer - Where to write
 * @param text - ASCII text
 */
export function writeAscii(writer: ByteWriter, text: string): void {
  const { length } = text;
  writer.reserve(length);
  const { bytes } = writer;
  let { position } = writer;
  for (let index = 0; index < length; index++) bytes[position++] = text.charCodeAt(index);
  writer.position = position;
}
