import type { ByteWriter } from "./byte-writer.js";

/**
 * Writes one value: reads the bytes `start` to `end` of `target.source` and appends the converted bytes.
 *
 * The result is never longer than {@link widestByte} times the bytes of the value plus {@link widestFrame}. The caller
 * has reserved that capacity.
 */
export type ValueWriter = (target: ByteWriter, start: number, end: number) => void;

/** Maximum number of bytes written per byte of a value: a control character becomes six. */
export const widestByte = 6;

/** Maximum number of bytes around a value. */
export const widestFrame = 16;
