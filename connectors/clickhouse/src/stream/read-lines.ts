import { Buffer } from "node:buffer";
import { upstreamInvalid } from "@wellhead/sdk";
import { readServerError } from "../protocol/server-error.js";

const lineFeed = 0x0a;
const [openObject, closeObject] = [0x7b, 0x7d];
const maxRow = 64 * 2 ** 20;
/** A part of every exception that servers append to the rows of a response that has begun. */
const exceptionMark = Buffer.from("DB::Exception");

/**
 * Splits a response into whole rows, and finds the exception that the server appends when a statement fails among its
 * rows: the status of the response is 200 by then, and the exception may begin within a row.
 *
 * @param chunks - The body of the response: one JSON object per line
 * @returns Blocks of whole rows, each row followed by a line feed
 * @throws ServerError when the body ends with an exception, or within a row
 */
export async function* readLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(lineFeed) + 1;
    parts.push(end === 0 ? chunk : chunk.subarray(0, end));
    length += chunk.length;
    if (end === 0) {
      if (length > maxRow) throw tooLong();
      continue;
    }
    const block = parts.length === 1 ? (parts[0] ?? chunk) : Buffer.concat(parts);
    const whole = endOfRows(block);
    if (whole > 0) yield block.subarray(0, whole);
    if (whole < block.length) throw await failure([block.subarray(whole), chunk.subarray(end)], chunks);
    parts = end < chunk.length ? [chunk.subarray(end)] : [];
    length = chunk.length - end;
  }
  if (length > 0) throw readServerError(Buffer.concat(parts).toString());
}

/** Returns where the rows end: at the end of the block, or before the first line that is not a row. */
function endOfRows(block: Buffer): number {
  const isSuspect = block.includes(exceptionMark);
  let start = 0;
  for (let end = block.indexOf(lineFeed); end >= 0; end = block.indexOf(lineFeed, start)) {
    if (block[start] !== openObject || block[end - 1] !== closeObject) return start;
    // A part of a row that an exception follows can look like a row.
    if (isSuspect && !isRow(block.subarray(start, end))) return start;
    start = end + 1;
  }
  return start;
}

/** Returns whether a line is a row although it may contain the mark of an exception. */
function isRow(line: Buffer): boolean {
  if (!line.includes(exceptionMark)) return true;
  try {
    JSON.parse(line.toString());
    return true;
  } catch {
    return false;
  }
}

/** Reads the rest of a response that ends with an exception. */
async function failure(begun: readonly Buffer[], chunks: AsyncIterable<Buffer>): Promise<Error> {
  const parts = [...begun];
  let length = 0;
  for await (const chunk of chunks) {
    parts.push(chunk);
    length += chunk.length;
    if (length > maxRow) break;
  }
  return readServerError(Buffer.concat(parts).toString());
}

function tooLong(): Error {
  return upstreamInvalid(
    "Could not read a row: expected at most 64 MiB, got more. Choose fewer columns, or cut long values in a query.",
  );
}
