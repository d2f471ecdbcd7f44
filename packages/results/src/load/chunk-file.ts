import { open } from "node:fs/promises";
import { ResultsError } from "../errors/results-error.js";

/** Bytes of lines to collect before they are written. */
const writeBytes = 2 ** 20;

/** A file with lines that the engine reads in one statement. They are written as they arrive, so none stay in memory. */
export class ChunkFile {
  /** Path of the file. */
  readonly path: string;
  #pieces: Uint8Array[] = [];
  #pendingBytes = 0;
  #bytes = 0;
  #maxPart = 0;

  /** @param path - Path of the file; it must not exist */
  constructor(path: string) {
    this.path = path;
  }

  /** Number of bytes that were added. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Maximum number of bytes of a row: a row cannot be longer than the part that contains it. */
  get maxRowBytes(): number {
    return this.#maxPart;
  }

  /**
   * Adds lines.
   *
   * @param lines - Complete lines, which must not change afterwards
   */
  async add(lines: Uint8Array): Promise<void> {
    this.#pieces.push(lines);
    this.#pendingBytes += lines.length;
    this.#bytes += lines.length;
    this.#maxPart = Math.max(this.#maxPart, lines.length);
    if (this.#pendingBytes >= writeBytes) await this.flush();
  }

  /**
   * Writes the collected lines.
   *
   * @throws ResultsError `file` when the folder is full
   */
  async flush(): Promise<void> {
    const [pieces, expected] = [this.#pieces, this.#pendingBytes];
    if (expected === 0) return;
    this.#pieces = [];
    this.#pendingBytes = 0;
    // Opened each time, so that no open file remains when the rows are not read to their end.
    const file = await open(this.path, "a");
    try {
      // The system writes a part only when there is no room for the others.
      const { bytesWritten } = await file.writev(pieces);
      if (bytesWritten !== expected)
        throw new ResultsError(
          "file",
          "Could not hold the rows: the folder for temporary files is full. Free some space, or choose another folder.",
        );
    } finally {
      await file.close();
    }
  }
}
