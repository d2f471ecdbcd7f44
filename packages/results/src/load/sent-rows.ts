import { quoteText } from "../engine/quote.js";
import { RowFile, type RowFileOptions } from "./row-file.js";

/** Files with the rows of a table as they were sent. */
export interface SentFiles {
  /** The file that the engine read: a row per line, in the order of the table. */
  readonly path: string;
  /** File with the rows that were changed for the engine; `undefined` when there are none. */
  readonly changed: string | undefined;
  /** Maximum number of bytes of a line. */
  readonly maxRowBytes: number;
}

/** Collects the rows that are changed for the engine, as they were sent. */
export class ChangedRows {
  readonly #file: RowFile;
  #isEmpty = true;
  #maxRowBytes = 0;

  /** @param options - Path and maximum size of their file */
  constructor(options: RowFileOptions) {
    this.#file = new RowFile(options);
  }

  /**
   * Adds rows that follow each other.
   *
   * @param sent - The rows as they were sent
   * @param options - The rows that the engine reads instead, and the number of the first one
   */
  async add(
    sent: readonly string[],
    { stored, firstRow }: { readonly stored: readonly string[]; readonly firstRow: number },
  ): Promise<void> {
    const lines = sent.flatMap((text, index) =>
      text === stored[index] ? [] : [`${JSON.stringify({ row: firstRow + index, text })}\n`],
    );
    if (lines.length === 0) return;
    this.#isEmpty = false;
    for (const line of lines) this.#maxRowBytes = Math.max(this.#maxRowBytes, Buffer.byteLength(line));
    await this.#file.add(Buffer.from(lines.join("")));
  }

  /**
   * Writes what remains.
   *
   * @param path - The file that the engine reads
   * @param maxRowBytes - Maximum number of bytes of its lines
   * @returns The files
   */
  async finish(path: string, maxRowBytes: number): Promise<SentFiles> {
    if (this.#isEmpty) return { path, changed: undefined, maxRowBytes };
    await this.#file.flush();
    return { path, changed: this.#file.path, maxRowBytes: Math.max(maxRowBytes, this.#maxRowBytes) };
  }
}

/**
 * Returns the SELECT of the rows as they were sent.
 *
 * @param files - Their files
 * @returns SQL with the columns `row`, the number of the row from 0, and `text`
 */
export function selectSent({ path, changed, maxRowBytes }: SentFiles): string {
  const options = `format = 'newline_delimited', maximum_object_size = ${Math.max(2 ** 20, maxRowBytes + 16)}`;
  const lines = `SELECT row_number() OVER () - 1 AS "row", CAST(json AS VARCHAR) AS text FROM read_ndjson_objects(${quoteText(path)}, ${options})`;
  if (changed === undefined) return lines;
  const own = `read_json(${quoteText(changed)}, ${options}, columns = {"row": 'BIGINT', text: 'VARCHAR'})`;
  return `SELECT "row", coalesce("wellhead changed".text, "wellhead lines".text) AS text FROM (${lines}) AS "wellhead lines" LEFT JOIN ${own} AS "wellhead changed" USING ("row")`;
}
