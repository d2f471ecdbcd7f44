import { rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { Column } from "@wellhead/client";
import { CommandError } from "../../command/command-error.js";
import { PartialFile, writing } from "./partial-file.js";
import type { RowOutput } from "./row-output.js";

/** DuckDB's names for the column types of the contract. */
const duckdbTypes: Readonly<Record<string, string | undefined>> = {
  number: "double",
  bool: "boolean",
  date: "timestamp",
  "array[text]": "varchar[]",
  "array[number]": "double[]",
  "array[date]": "timestamp[]",
};

/**
 * Writes rows to a Parquet file. They are first collected as NDJSON next to it, because the column types are known only
 * after the last row. The embedded DuckDB then converts them with bounded memory.
 */
export class ParquetOutput implements RowOutput {
  readonly #file: PartialFile;
  readonly #declared: readonly Column[];
  #empty = true;
  #longestRow = 0;

  /**
   * @param file - The open file; the Parquet file replaces it
   * @param declared - Columns the connector declares, for a file without rows
   */
  constructor(file: PartialFile, declared: readonly Column[]) {
    this.#file = file;
    this.#declared = declared;
  }

  /**
   * Opens the output.
   *
   * @param path - The file
   * @param declared - Columns the connector declares, for a file without rows
   * @returns The output
   */
  static async open(path: string, declared: readonly Column[]): Promise<ParquetOutput> {
    return new ParquetOutput(await PartialFile.open(path), declared);
  }

  async write(rows: readonly string[]): Promise<void> {
    if (rows.length === 0) return;
    await this.#file.append(`${rows.join("\n")}\n`);
    this.#empty = false;
    for (const row of rows) this.#longestRow = Math.max(this.#longestRow, row.length);
  }

  async finish(): Promise<void> {
    await this.#file.close();
    const rows = this.#file.partialPath;
    const converted = `${this.#file.path}.converted`;
    try {
      await convert(this.#empty ? declaredTable(this.#declared) : this.#rowsTable(), converted);
    } catch (error) {
      await rm(converted, { force: true });
      const why = error instanceof Error ? error.message : String(error);
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

  #rowsTable(): string {
    // DuckDB allocates a buffer of twice this size for every thread. A UTF-16 code unit takes at most three bytes in
    // UTF-8.
    const largest = Math.max(16 * 1024 * 1024, this.#longestRow * 3);
    return `from read_json(${quote(this.#file.partialPath)}, format = 'newline_delimited', sample_size = -1, maximum_object_size = ${largest})`;
  }
}

async function convert(table: string, path: string): Promise<void> {
  const { DuckDBInstance } = await import("@duckdb/node-api");
  const instance = await DuckDBInstance.create(":memory:", {
    memory_limit: "1GB",
    threads: "2",
    temp_directory: `${dirname(path)}/.wellhead-${process.pid}`,
  });
  const connection = await instance.connect();
  try {
    await connection.run(`copy (${table}) to ${quote(path)} (format parquet, compression zstd)`);
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

function declaredTable(columns: readonly Column[]): string {
  if (columns.length === 0) {
    throw new Error("there are neither rows nor declared columns. Write .ndjson instead");
  }
  const cells = columns.map(
    ({ id, type }) => `null::${duckdbTypes[type] ?? "varchar"} as "${id.replaceAll('"', '""')}"`,
  );
  return `select ${cells.join(", ")} where false`;
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
