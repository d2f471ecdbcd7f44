import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { formatCsvCell, formatCsvLine } from "./csv-cells.js";
import { PartialFile, writing } from "./partial-file.js";
import { rowMembers } from "./row-members.js";
import type { RowOutput } from "./row-output.js";

/**
 * Writes rows to a CSV file. The columns are those of all rows: when a later row has a new column, the lines before it
 * are extended at their end. No value is dropped, and no row is kept in memory.
 */
export class CsvOutput implements RowOutput {
  readonly #file: PartialFile;
  readonly #declared: readonly string[];
  readonly #columns = new Set<string>();
  /** Number of columns in the header on disk. */
  #headed = 0;

  /**
   * @param file - The open file
   * @param declared - Columns the connector declares, for a file without rows
   */
  constructor(file: PartialFile, declared: readonly string[]) {
    this.#file = file;
    this.#declared = declared;
  }

  /**
   * Opens the output.
   *
   * @param path - The file
   * @param declared - Columns the connector declares, for a file without rows
   * @returns The open output
   */
  static async open(path: string, declared: readonly string[]): Promise<CsvOutput> {
    return new CsvOutput(await PartialFile.open(path), declared);
  }

  async write(rows: readonly string[]): Promise<void> {
    if (rows.length === 0) return;
    const parsed = rows.map((row) => rowMembers(row));
    for (const members of parsed) for (const name of members.keys()) this.#columns.add(name);
    const columns = [...this.#columns];
    const lines = parsed.map((members) =>
      formatCsvLine(columns.map((name) => formatCsvCell(members.get(name)))),
    );
    await this.#file.append(this.#headerOnce() + lines.join(""));
  }

  async finish(): Promise<void> {
    if (this.#columns.size === 0) {
      for (const name of this.#declared) this.#columns.add(name);
      if (this.#columns.size > 0) await this.#file.append(this.#headerOnce());
    }
    await this.#file.close();
    if (this.#columns.size === this.#headed) await this.#file.publish();
    else await this.#publishWidened();
  }

  async abandon(): Promise<string> {
    await this.#file.close();
    return `The rows that arrived are in "${this.#file.partialPath}".`;
  }

  #headerOnce(): string {
    if (this.#headed > 0) return "";
    this.#headed = this.#columns.size;
    return this.#header();
  }

  #header(): string {
    return formatCsvLine(Array.from(this.#columns, (name) => formatCsvCell(JSON.stringify(name))));
  }

  async #publishWidened(): Promise<void> {
    const narrow = this.#file.partialPath;
    const wide = await PartialFile.open(`${this.#file.path}.wide`);
    const options = { header: this.#header(), columns: this.#columns.size };
    for await (const text of widenCsv(createReadStream(narrow, "utf8"), options)) await wide.append(text);
    await wide.close();
    await this.#file.publish(wide.partialPath);
    await writing(narrow, () => rm(narrow));
  }
}

/** Options of `widenCsv()`. */
interface WidenCsvOptions {
  /** The line that replaces the header line. */
  readonly header: string;
  /** Number of cells that every line gets. */
  readonly columns: number;
}

/**
 * Extends every line of a CSV text to the same number of cells by appending empty cells.
 *
 * @param chunks - The text, as written by `formatCsvLine`, split at any position
 * @param options - Header and number of columns
 * @returns The extended text, in chunks
 */
async function* widenCsv(
  chunks: AsyncIterable<unknown>,
  { header, columns }: WidenCsvOptions,
): AsyncGenerator<string> {
  yield header;
  let commas = 0;
  let quoted = false;
  let inHeader = true;
  for await (const chunk of chunks) {
    let text = "";
    for (const [part] of String(chunk).matchAll(/["\n,]|[^"\n,]+/g)) {
      if (part === '"') quoted = !quoted;
      if (part === "," && !quoted) commas += 1;
      if (part === "\n" && !quoted) {
        if (!inHeader) text += `${",".repeat(Math.max(0, columns - 1 - commas))}\r\n`;
        inHeader = false;
        commas = 0;
      } else if (!inHeader) {
        // Outside quotes, a carriage return occurs only in a line end, and the line end is written above.
        text += quoted ? part : part.replaceAll("\r", "");
      }
    }
    yield text;
  }
}
