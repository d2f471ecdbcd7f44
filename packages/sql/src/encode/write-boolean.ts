import type { ByteTarget } from "./byte-target.js";
import { FixedText } from "./fixed-text.js";

const yes = new FixedText("true");
const no = new FixedText("false");

/**
 * Writes a truth value: `t`, `1` or `true` becomes `true`, anything else `false`.
 *
 * @param target - Where the value stands and where it goes
 * @param start - First byte
 */
export function writeBoolean(target: ByteTarget, start: number): void {
  const first = target.source[start];
  const word = first === 0x74 || first === 0x31 ? yes : no;
  word.appendTo(target);
}
