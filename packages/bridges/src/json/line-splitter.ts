import { Buffer } from "node:buffer";

const lineFeed = 0x0a;

/** A line of a program's output. */
export interface Line {
  /** Bytes that hold the line. The byte at `end` is a line feed. */
  readonly source: Buffer;
  readonly start: number;
  readonly end: number;
  /** Whether the output ended before the line did. */
  readonly isCut: boolean;
}

/** Thrown for a line that is longer than allowed. */
export class LineTooLong extends Error {}

/**
 * Splits bytes into lines. The last one may lack its line end.
 *
 * @param chunks - The bytes as they arrive
 * @param maxBytes - Maximum length of a line
 * @returns The lines of each chunk, before the next one is requested
 * @throws LineTooLong for a longer line
 */
export async function* splitLines(
  chunks: AsyncIterable<Buffer>,
  maxBytes: number,
): AsyncGenerator<readonly Line[]> {
  let open: Buffer[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    const last = chunk.lastIndexOf(lineFeed);
    if (last === -1) {
      open.push(chunk);
      length += chunk.length;
      if (length > maxBytes) throw new LineTooLong();
      continue;
    }
    const lines: Line[] = [];
    let start = 0;
    if (length > 0) {
      const first = chunk.indexOf(lineFeed);
      const source = Buffer.concat([...open, chunk.subarray(0, first + 1)]);
      lines.push({ source, start: 0, end: source.length - 1, isCut: false });
      start = first + 1;
    }
    for (let end = chunk.indexOf(lineFeed, start); end !== -1; end = chunk.indexOf(lineFeed, start)) {
      lines.push({ source: chunk, start, end, isCut: false });
      start = end + 1;
    }
    open = start < chunk.length ? [chunk.subarray(start)] : [];
    length = chunk.length - start;
    if (lines.some((line) => line.end - line.start > maxBytes)) throw new LineTooLong();
    yield lines;
  }
  if (length === 0) return;
  const source = Buffer.concat([...open, Buffer.from("\n")]);
  yield [{ source, start: 0, end: length, isCut: true }];
}
