import { ByteTarget } from "./byte-target.js";
import { writeBase64 } from "./write-base64.js";

const scratch = new ByteTarget(1024);

/**
 * Writes bytes that stand as hexadecimal digits after `\x` as base64, without quotes.
 *
 * @param target - Where the digits stand and where the text goes
 * @param start - The backslash
 * @param end - Byte after the last digit
 */
export function writeHexAsBase64(target: ByteTarget, start: number, end: number): void {
  const { source } = target;
  scratch.length = 0;
  scratch.reserve((end - start) >> 1);
  for (let index = start + 2; index + 1 < end; index += 2) {
    scratch.put((digitOf(source[index] ?? 0) << 4) | digitOf(source[index + 1] ?? 0));
  }
  target.from(scratch, writeBase64);
}

function digitOf(byte: number): number {
  return byte < 0x40 ? byte & 15 : (byte & 7) + 9;
}
