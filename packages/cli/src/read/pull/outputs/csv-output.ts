import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { CsvRows } from "@wellhead/rows";
import { PartialFile, writing } from "./partial-file.js";
import type { RowOutput } from "./row-output.js";

/** Writes rows to a CSV file. */
export class CsvOutput implements RowOutput {
  readonly #file: PartialFile;
  readonly #declared: readonly string[];
  readonly #rows = new CsvRows();

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
    if (rows.length > 0) await this.#file.append(this.#rows.write(rows));
  }

  async finish(): Promise<void> {
    const header = this.#rows.end(this.#declared);
    if (header !== "") await this.#file.append(header);
    await this.#file.close();
    if (this.#rows.isComplete) await this.#file.publish();
    else await this.#publishCompleted();
  }

  async abandon(): Promise<string> {
    await this.#file.close();
    return `The rows that arrived are in "${this.#file.partialPath}".`;
  }

  async #publishCompleted(): Promise<void> {
    const written = this.#file.partialPath;
    const completed = await PartialFile.open(`${this.#file.path}.wide`);
    for await (const text of this.#rows.complete(createReadStream(written, "utf8")))
      await completed.append(text);
    await completed.close();
    await this.#file.publish(completed.partialPath);
    await writing(written, () => rm(written));
  }
}
