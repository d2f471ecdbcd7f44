import type { ByteWriter } from "./byte-writer.js";

/**
 * Writes one value: reads the bytes `start` to `end` of `target.source` and appends what they become.
 *
 * A value never becomes longer than {@link widestByte} times its bytes plus {@link widestFrame}; the caller has reserved
 * that room.
 */
export type ValueWriter = (target: ByteWriter, start: number, end: number) => void;

/** Maximum number of bytes that one byte of a value becomes: a control character is written as six. */
export const widestByte = 6;

/** Maximum number of bytes around a value. */
export const widestFrame = 16;
