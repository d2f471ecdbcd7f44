import { once } from "node:events";
import { createWriteStream, type WriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { finished } from "node:stream/promises";

/** Characters of buffered rows that trigger a write. */
const pieceLength = 2 ** 18;

/** Bytes of a line that are counted exactly, because the engine reserves memory for a multiple of them. */
const longLine = 2 ** 20;

/** A cell as text; `undefined` is NULL. */
export type CopiedCell = string | undefined;

/** A CSV file that the engine reads unambiguously: every cell is quoted, and NULL is an unquoted empty cell. */
export class CsvCopy {
  readonly #file: WriteStream;
  #text = "";
  #longestLine = 0;

  /** @param path - Where the file is written */
  constructor(path: string) {
    this.#file = createWriteStream(path);
    // `flush()` and `close()` report the errors.
    this.#file.on("error", () => undefined);
  }

  /** Adds a row. */
  add(cells: readonly CopiedCell[]): void {
    const line = `${cells.map((cell) => quoteCell(cell)).join(",")}\n`;
    this.#longestLine = Math.max(this.#longestLine, lengthOf(line));
    this.#text += line;
  }

  /** Writes the buffered rows once there are enough of them. */
  async flush(): Promise<void> {
    const { errored } = this.#file;
    if (errored !== null) throw errored;
    const text = this.#text;
    if (text.length < pieceLength) return;
    this.#text = "";
    if (!this.#file.write(text)) await once(this.#file, "drain");
  }

  /**
   * Passes the pieces of a source on. After each piece, it writes the rows that the caller added, so that the buffer
   * stays small.
   *
   * @param pieces - The pieces
   */
  async *paced<Piece>(pieces: AsyncIterable<Piece>): AsyncGenerator<Piece> {
    for await (const piece of pieces) {
      yield piece;
      await this.flush();
    }
  }

  /**
   * Ends the file.
   *
   * @returns Upper bound for the length of the longest line, in bytes
   */
  async close(): Promise<number> {
    this.#file.end(this.#text);
    await finished(this.#file);
    return this.#longestLine;
  }

  /** Ends the file. After a failure it is removed, so that it does not occupy disk space that may have run out. */
  async destroy(): Promise<void> {
    if (this.#file.writableFinished) return;
    this.#file.destroy();
    await rm(this.#file.path, { force: true });
  }
}

/** Returns the bytes of a line, or more if it is short. */
function lengthOf(line: string): number {
  // A UTF-16 code unit takes at most three bytes in UTF-8. A surrogate pair takes four.
  const most = line.length * 3;
  return most > longLine ? Buffer.byteLength(line) : most;
}

function quoteCell(cell: CopiedCell): string {
  return cell === undefined ? "" : `"${cell.replaceAll('"', '""')}"`;
}
