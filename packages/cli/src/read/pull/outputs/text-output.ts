import { PartialFile } from "./partial-file.js";
import type { RowOutput } from "./row-output.js";

/** Writes rows to a text file: NDJSON, or a JSON array whose closing bracket is written only when it is complete. */
export class TextOutput implements RowOutput {
  readonly #file: PartialFile;
  readonly #array: boolean;
  #empty = true;

  /**
   * @param file - The open file
   * @param array - Whether the rows form a JSON array; otherwise there is one row per line
   */
  constructor(file: PartialFile, array: boolean) {
    this.#file = file;
    this.#array = array;
  }

  /**
   * Opens the output.
   *
   * @param path - The file
   * @param form - One row per line, or an array
   * @returns The output
   */
  static async open(path: string, form: "lines" | "array"): Promise<TextOutput> {
    return new TextOutput(await PartialFile.open(path), form === "array");
  }

  async write(rows: readonly string[]): Promise<void> {
    if (rows.length === 0) return;
    const text = rows.join(this.#array ? ",\n" : "\n");
    const before = this.#empty ? "[\n" : ",\n";
    await this.#file.append(this.#array ? before + text : `${text}\n`);
    this.#empty = false;
  }

  async finish(): Promise<void> {
    if (this.#array) await this.#file.append(this.#empty ? "[]\n" : "\n]\n");
    await this.#file.close();
    await this.#file.publish();
  }

  async abandon(): Promise<string> {
    await this.#file.close();
    return `The rows that arrived are in "${this.#file.partialPath}".`;
  }
}
