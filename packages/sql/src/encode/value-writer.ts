import type { ByteTarget } from "./byte-target.js";

/**
 * Writes one value: reads the bytes `start` to `end` of `target.source` and appends what they become.
 *
 * A value never becomes longer than six times its bytes and sixteen more; whoever calls has made that room.
 */
export type ValueWriter = (target: ByteTarget, start: number, end: number) => void;

/** Most bytes one byte of a value can become: a control character is written as six. */
export const widestByte = 6;

/** Most bytes that stand round a value. */
export const widestFrame = 16;
