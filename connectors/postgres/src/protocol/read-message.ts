import type { Buffer } from "node:buffer";
import type { FrameBody } from "./frames.js";

/** One column as the server describes it. */
export interface ResultColumn {
  readonly name: string;
  /** Object id of its type. */
  readonly type: number;
}

/**
 * Reads the columns of a result.
 *
 * @param body - Body of a RowDescription message
 * @returns Names and types in the order of the cells
 */
export function readColumns({ bytes, start, end }: FrameBody): readonly ResultColumn[] {
  const columns: ResultColumn[] = [];
  const count = bytes.readInt16BE(start);
  let at = start + 2;
  for (let index = 0; index < count; index += 1) {
    const stop = endOfText(bytes, at, end);
    columns.push({ name: bytes.toString("utf8", at, stop), type: bytes.readUInt32BE(stop + 7) });
    at = stop + 19;
  }
  return columns;
}

/**
 * Reads the cells of a row as text.
 *
 * @param body - Body of a DataRow message
 * @returns The cells; `null` for NULL
 */
export function readCells({ bytes, start }: FrameBody): readonly (string | null)[] {
  const cells: (string | null)[] = [];
  const count = bytes.readInt16BE(start);
  let at = start + 2;
  for (let index = 0; index < count; index += 1) {
    const size = bytes.readInt32BE(at);
    at += 4;
    cells.push(size < 0 ? null : bytes.toString("utf8", at, at + size));
    at += Math.max(size, 0);
  }
  return cells;
}

/**
 * Reads texts that each end with NUL.
 *
 * @param body - Where they stand
 * @returns The texts, without the empty one that ends a list
 */
export function readTexts({ bytes, start, end }: FrameBody): readonly string[] {
  const texts: string[] = [];
  for (let at = start; at < end && bytes[at] !== 0; ) {
    const stop = endOfText(bytes, at, end);
    texts.push(bytes.toString("utf8", at, stop));
    at = stop + 1;
  }
  return texts;
}

function endOfText(bytes: Buffer, at: number, end: number): number {
  const stop = bytes.indexOf(0, at);
  if (stop < 0 || stop >= end)
    throw new RangeError("Read a message of the server: found text without an end");
  return stop;
}
