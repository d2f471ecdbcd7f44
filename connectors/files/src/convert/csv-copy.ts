import { once } from "node:events";
import { createWriteStream, type WriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { finished } from "node:stream/promises";

/** Characters after which rows are written. */
const pieceLength = 2 ** 18;

/** A cell as text; `undefined` is NULL. */
export type CopiedCell = string | undefined;

/** A CSV file that the engine reads without doubt: every cell stands in quotes, NULL without. */
export class CsvCopy {
  readonly #file: WriteStream;
  #text = "";
  #longestLine = 0;

  /** @param path - Where the file is written */
  constructor(path: string) {
    this.#file = createWriteStream(path);
    // `flush()` and `close()` report what goes wrong.
    this.#file.on("error", () => undefined);
  }

  /** Adds a row. */
  add(cells: readonly CopiedCell[]): void {
    const line = `${cells.map((cell) => quoteCell(cell)).join(",")}\n`;
    // A character takes three bytes or fewer; pairs of surrogates take four.
    this.#longestLine = Math.max(this.#longestLine, line.length * 3);
    this.#text += line;
  }

  /** Writes the rows that were added. */
  async flush(): Promise<void> {
    const { errored } = this.#file;
    if (errored !== null) throw errored;
    const text = this.#text;
    if (text.length < pieceLength) return;
    this.#text = "";
    if (!this.#file.write(text)) await once(this.#file, "drain");
  }

  /**
   * Passes pieces of a source on, and writes the rows that were made of each before the next one.
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
   * @returns Bytes that are not fewer than those of the longest line
   */
  async close(): Promise<number> {
    this.#file.end(this.#text);
    await finished(this.#file);
    return this.#longestLine;
  }

  /** Ends the file; after a failure it is removed, so that it does not take the space that is missing. */
  async destroy(): Promise<void> {
    if (this.#file.writableFinished) return;
    this.#file.destroy();
    await rm(this.#file.path, { force: true });
  }
}

function quoteCell(cell: CopiedCell): string {
  return cell === undefined ? "" : `"${cell.replaceAll('"', '""')}"`;
}
