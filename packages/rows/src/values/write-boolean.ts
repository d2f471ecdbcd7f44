import type { ByteWriter } from "../bytes/byte-writer.js";
import { FixedText } from "../bytes/fixed-text.js";

const yes = new FixedText("true");
const no = new FixedText("false");

/**
 * Writes a boolean: a value that starts with `t` or `1` becomes `true`, any other value `false`.
 *
 * @param target - Holds the value and receives the word
 * @param start - First byte
 */
export function writeBoolean(target: ByteWriter, start: number): void {
  const first = target.source[start];
  target.append(first === 0x74 || first === 0x31 ? yes : no);
}
