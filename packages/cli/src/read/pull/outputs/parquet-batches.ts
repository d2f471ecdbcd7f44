import { rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { ArrowReading, Column } from "@wellhead/client";
import type { Results, ResultTable } from "@wellhead/results";
import { CommandError } from "../../../command-line/command-error.js";
import { unfitError } from "./parquet-output.js";
import { PartialFile, writing } from "./partial-file.js";
import type { PullOutput } from "./row-output.js";

/**
 * Writes record batches to a Parquet file. The engine of `wellhead sql` gets them as they arrive, and writes the file after the
 * last one. They are also kept next to it until then, because the rows may be missing or the engine may fail.
 */
export class ParquetBatches implements PullOutput {
  readonly #file: PartialFile;
  readonly #declared: readonly Column[];
  readonly #results: Results;
  #hasSchema = false;
  #table: ResultTable | undefined;

  /**
   * @param file - The open file with the record batches; the Parquet file replaces it
   * @param declared - Columns the connector declares
   * @param results - The engine
   */
  constructor(file: PartialFile, declared: readonly Column[], results: Results) {
    this.#file = file;
    this.#declared = declared;
    this.#results = results;
  }

  /**
   * Opens the output.
   *
   * @param path - The file
   * @param declared - Columns the connector declares
   * @returns The open output
   */
  static async open(path: string, declared: readonly Column[]): Promise<ParquetBatches> {
    const file = await PartialFile.open(path);
    const { Results } = await import("@wellhead/results");
    return new ParquetBatches(file, declared, await Results.open({ temporaryFolder: dirname(path) }));
  }

  /**
   * Copies record batches.
   *
   * @param reading - The record batches
   * @param onBatch - Called after each one
   * @throws IncompleteRowsError when rows are missing, UnsuitedValues when they must be read as JSON, CommandError when
   * they cannot be stored
   */
  async copy(reading: ArrowReading, onBatch: (rows: number, bytes: number) => void): Promise<void> {
    const batches = this.#kept(reading);
    const rows = {
      get schema() {
        return reading.schema;
      },
      [Symbol.asyncIterator]: () => batches,
    };
    const { table, unfit, incomplete } = await this.#results.load(rows, {
      schema: "pull",
      name: "rows",
      declared: this.#declared,
      onBatch,
    });
    const [column] = unfit;
    if (column !== undefined) throw await this.#unwritable(unfitError(column));
    this.#table = table;
    if (incomplete !== undefined) throw incomplete;
  }

  /** Writes the Parquet file. */
  async finish(): Promise<void> {
    const converted = `${this.#file.path}.converted`;
    try {
      await this.#table?.export(converted, "parquet");
    } catch (error) {
      await rm(converted, { force: true });
      throw await this.#unwritable(error);
    }
    await this.discard();
    await this.#file.publish(converted);
  }

  /** Removes what has been written. */
  async discard(): Promise<void> {
    await this.#close();
    await writing(this.#file.partialPath, () => rm(this.#file.partialPath, { force: true }));
  }

  async abandon(): Promise<string> {
    await this.#close();
    return this.#where;
  }

  get #where(): string {
    return `The rows that arrived are in "${this.#file.partialPath}", as an Arrow stream.`;
  }

  async *#kept(
    reading: ArrowReading,
  ): AsyncGenerator<{ readonly rows: number; readonly message: Uint8Array }> {
    for await (const batch of reading) {
      if (!this.#hasSchema && reading.schema !== undefined) await this.#file.append(reading.schema);
      this.#hasSchema = true;
      await this.#file.append(batch.message);
      yield batch;
    }
  }

  async #unwritable(error: unknown): Promise<CommandError> {
    await this.#close();
    const why = error instanceof Error ? error.message.replace(/\.$/, "") : String(error);
    return new CommandError("unwritable", `Could not write "${this.#file.path}": ${why}.`, {
      cause: error,
      details: [this.#where],
    });
  }

  async #close(): Promise<void> {
    await this.#file.close();
    await this.#results.close();
  }
}
