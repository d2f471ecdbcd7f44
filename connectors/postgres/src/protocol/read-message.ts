import type { Buffer } from "node:buffer";
import { upstreamInvalid } from "@wellhead/sdk";
import type { RowBytes, TextCodec } from "@wellhead/sql";

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
 * @param codec - Encoding of the names. Default: UTF-8
 * @returns Names and types in the order of the cells
 */
export function readColumns({ bytes, start, end }: RowBytes, codec?: TextCodec): readonly ResultColumn[] {
  const columns: ResultColumn[] = [];
  const count = bytes.readInt16BE(start);
  let at = start + 2;
  for (let index = 0; index < count; index += 1) {
    const stop = endOfText(bytes, at, end);
    columns.push({ name: decoded(bytes.subarray(at, stop), codec), type: bytes.readUInt32BE(stop + 7) });
    at = stop + 19;
  }
  return columns;
}

/**
 * Reads the cells of a row as text.
 *
 * @param body - Body of a DataRow message
 * @param codec - Encoding of the cells. Default: UTF-8
 * @returns The cells; `null` means NULL
 */
export function readCells({ bytes, start }: RowBytes, codec?: TextCodec): readonly (string | null)[] {
  const cells: (string | null)[] = [];
  const count = bytes.readInt16BE(start);
  let at = start + 2;
  for (let index = 0; index < count; index += 1) {
    const size = bytes.readInt32BE(at);
    at += 4;
    cells.push(size < 0 ? null : decoded(bytes.subarray(at, at + size), codec));
    at += Math.max(size, 0);
  }
  return cells;
}

/**
 * Reads NUL-terminated texts.
 *
 * @param body - The bytes that contain them
 * @param codec - Encoding of the texts; a text that is invalid in it is read as UTF-8, with U+FFFD for invalid bytes.
 *   Default: UTF-8
 * @returns The texts, without the empty one that ends a list
 */
export function readTexts({ bytes, start, end }: RowBytes, codec?: TextCodec): readonly string[] {
  const texts: string[] = [];
  for (let at = start; at < end && bytes[at] !== 0; ) {
    const stop = endOfText(bytes, at, end);
    texts.push(codec?.decode(bytes.subarray(at, stop)) ?? bytes.toString("utf8", at, stop));
    at = stop + 1;
  }
  return texts;
}

function decoded(bytes: Buffer, codec: TextCodec | undefined): string {
  const text = codec === undefined ? bytes.toString() : codec.decode(bytes);
  if (text !== undefined) return text;
  throw upstreamInvalid(
    `Could not read from the database: a name or a value in it is not ${codec?.encoding}. Choose the encoding of its text in the account.`,
    { field: "encoding" },
  );
}

function endOfText(bytes: Buffer, at: number, end: number): number {
  const stop = bytes.indexOf(0, at);
  if (stop < 0 || stop >= end)
    throw new RangeError("Could not read a message of the server: a text in it has no end.");
  return stop;
}
