import { open } from "node:fs/promises";
import { ResultsError } from "../errors/results-error.js";

/** Bytes of lines to collect before they are written. */
const writeBytes = 2 ** 20;

/** Options of {@link RowFile}. */
export interface RowFileOptions {
  /** Path of the file; it must not exist. */
  readonly path: string;
  /** Maximum size in bytes. */
  readonly maxBytes: number;
}

/** A file with lines that the engine reads in one statement. They are written as they arrive, so none stay in memory. */
export class RowFile {
  readonly #options: RowFileOptions;
  #pieces: Uint8Array[] = [];
  #pendingBytes = 0;
  #bytes = 0;

  /** @param options - Path and maximum size */
  constructor(options: RowFileOptions) {
    this.#options = options;
  }

  /** Path of the file. */
  get path(): string {
    return this.#options.path;
  }

  /**
   * Adds lines.
   *
   * @param lines - Complete lines, which must not change afterwards
   * @throws ResultsError `limit` when the file would exceed its maximum size; `file` when the folder is full
   */
  async add(lines: Uint8Array): Promise<void> {
    const { maxBytes } = this.#options;
    this.#pieces.push(lines);
    this.#pendingBytes += lines.length;
    this.#bytes += lines.length;
    if (this.#bytes > maxBytes)
      throw new ResultsError(
        "limit",
        `Could not store the rows: they exceed ${Math.ceil(maxBytes / 2 ** 20)} MiB of temporary files. Select fewer columns or rows, or raise the limit of temporary files.`,
      );
    if (this.#pendingBytes >= writeBytes) await this.flush();
  }

  /**
   * Writes the collected lines. Creates the file if there are none.
   *
   * @throws ResultsError `file` when the folder is full
   */
  async flush(): Promise<void> {
    const [pieces, expected] = [this.#pieces, this.#pendingBytes];
    this.#pieces = [];
    this.#pendingBytes = 0;
    // Opened each time, so that no open file remains when the rows are not read to their end.
    const file = await open(this.path, "a");
    try {
      // The system writes a part only when there is no room for the others.
      const { bytesWritten } = expected === 0 ? { bytesWritten: 0 } : await file.writev(pieces);
      if (bytesWritten !== expected)
        throw new ResultsError(
          "file",
          "Could not store the rows: the folder for temporary files is full. Free some space, or choose another folder.",
        );
    } finally {
      await file.close();
    }
  }
}
