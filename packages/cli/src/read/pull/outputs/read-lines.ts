import { createReadStream } from "node:fs";
import type { CountPlainRows, RowBatch, RowLines } from "@wellhead/client";

const lineFeed = 10;
/** Bytes that are read at once. */
const chunkBytes = 1024 * 1024;

/**
 * Reads back the rows of a file with one JSON object per line, each with its line feed.
 *
 * @param path - The file
 * @param countPlainRows - Counts the rows of lines that can be used as they are
 * @returns The lines, and as texts those that cannot be used as they are
 */
export async function* readLines(
  path: string,
  countPlainRows: CountPlainRows,
): AsyncGenerator<RowLines | Pick<RowBatch, "texts" | "bytes">> {
  for await (const lines of wholeLines(path)) {
    const bytes = lines.length;
    const rows = await countPlainRows(lines);
    if (rows === undefined) yield { texts: lines.toString().slice(0, -1).split("\n"), bytes };
    else yield { lines, rows, bytes };
  }
}

async function* wholeLines(path: string): AsyncGenerator<Buffer> {
  let started: Buffer[] = [];
  const chunks: AsyncIterable<Buffer> = createReadStream(path, { highWaterMark: chunkBytes });
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(lineFeed) + 1;
    if (end > 0) {
      yield Buffer.concat([...started, chunk.subarray(0, end)]);
      started = [];
    }
    started.push(chunk.subarray(end));
  }
}
