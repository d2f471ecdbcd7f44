import { rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { Column } from "@wellhead/client";
import type { LoadedTable } from "@wellhead/results";
import { CommandError } from "../../../command-line/command-error.js";
import { PartialFile, writing } from "./partial-file.js";
import { readLines } from "./read-lines.js";
import type { RowOutput } from "./row-output.js";

/**
 * Writes rows to a Parquet file. They are first collected as NDJSON next to it, because the column types are known only
 * after the last row. The engine of `wellhead sql` then finds types that keep every digit, and converts the rows in a
 * process of its own with limited memory.
 */
export class ParquetOutput implements RowOutput {
  readonly #file: PartialFile;
  readonly #declared: readonly Column[];
  #isEmpty = true;

  /**
   * @param file - The open file; the Parquet file replaces it
   * @param declared - Columns the connector declares
   */
  constructor(file: PartialFile, declared: readonly Column[]) {
    this.#file = file;
    this.#declared = declared;
  }

  /**
   * Opens the output.
   *
   * @param path - The file
   * @param declared - Columns the connector declares
   * @returns The open output
   */
  static async open(path: string, declared: readonly Column[]): Promise<ParquetOutput> {
    return new ParquetOutput(await PartialFile.open(path), declared);
  }

  async write(rows: readonly string[]): Promise<void> {
    if (rows.length === 0) return;
    await this.#file.append(`${rows.join("\n")}\n`);
    this.#isEmpty = false;
  }

  async finish(): Promise<void> {
    await this.#file.close();
    const rows = this.#file.partialPath;
    const converted = `${this.#file.path}.converted`;
    try {
      if (this.#isEmpty && this.#declared.length === 0)
        throw new Error("there are neither rows nor declared columns. Write .ndjson instead");
      await convert(rows, converted, this.#declared);
    } catch (error) {
      await rm(converted, { force: true });
      const why = error instanceof Error ? error.message.replace(/\.$/, "") : String(error);
      throw new CommandError("unwritable", `Could not write "${this.#file.path}": ${why}.`, {
        cause: error,
        details: [`The rows are in "${rows}", one JSON object per line.`],
      });
    }
    await this.#file.publish(converted);
    await writing(rows, () => rm(rows));
  }

  async abandon(): Promise<string> {
    await this.#file.close();
    return `The rows that arrived are in "${this.#file.partialPath}", one JSON object per line.`;
  }
}

/**
 * Returns the error for a column with values that do not fit its type.
 *
 * @param column - The column, and the first of these values
 * @returns An error whose message is the reason
 */
export function unfitError({ key, declared, first }: LoadedTable["unfit"][number]): Error {
  return new Error(
    `the column "${key}": expected values of type ${declared}, got ${first}. Name another type with --type ${key}=text`,
  );
}

async function convert(from: string, to: string, declared: readonly Column[]): Promise<void> {
  const { Results } = await import("@wellhead/results");
  const results = await Results.open({ temporaryFolder: dirname(to) });
  try {
    const rows = { lines: (count: Parameters<typeof readLines>[1]) => readLines(from, count) };
    const { table, unfit } = await results.load(rows, { schema: "pull", name: "rows", declared });
    const [column] = unfit;
    if (column !== undefined) throw unfitError(column);
    await table.export(to, "parquet");
  } finally {
    await results.close();
  }
}
