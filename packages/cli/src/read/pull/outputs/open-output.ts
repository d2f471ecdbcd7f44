import { lstat } from "node:fs/promises";
import { extname, resolve } from "node:path";
import type { Source } from "@wellhead/client";
import { streamErrorKey } from "@wellhead/contract/vocabulary";
import { CommandError, usageError } from "../../../command-line/command-error.js";
import { checkInstalled } from "../../../command-line/optional-package.js";
import type { Output, Terminal } from "../../../terminal/terminal.js";
import { write } from "../../../terminal/write.js";
import type { ArrowOutput } from "./arrow-output.js";
import type { ParquetBatches } from "./parquet-batches.js";
import type { Abandonment, RowOutput } from "./row-output.js";

/** Options of `openOutput()`. */
export interface OpenOutputOptions {
  /** File name as typed; `undefined` or `-` means standard output. */
  readonly path: string | undefined;
  readonly source: Source;
  readonly terminal: Terminal;
}

/** Creates the output for each file extension. Only the code of the output that is needed is loaded. */
const makers: Readonly<Record<string, (path: string, source: Source) => Promise<RowOutput>>> = {
  ".ndjson": (path) => openText(path, "lines"),
  ".jsonl": (path) => openText(path, "lines"),
  ".json": (path) => openText(path, "array"),
  ".csv": async (path, { columns = [] }) => {
    const { CsvOutput } = await import("./csv-output.js");
    return CsvOutput.open(
      path,
      columns.map(({ id }) => id),
    );
  },
  ".parquet": async (path, { columns = [] }) => {
    const { ParquetOutput } = await import("./parquet-output.js");
    return ParquetOutput.open(path, columns);
  },
};

async function openText(path: string, form: "lines" | "array"): Promise<RowOutput> {
  const { TextOutput } = await import("./text-output.js");
  return TextOutput.open(path, form);
}

/** Extensions of files of Arrow. */
const arrowExtensions = [".arrow", ".feather"];

/**
 * Opens the file of Arrow that a name asks for.
 *
 * @param path - File name as typed; `undefined` or `-` means standard output
 * @param terminal - Provides the folder that relative paths are resolved against
 * @returns Opens the file; `undefined` when the name asks for another format
 */
export function arrowOutput(
  path: string | undefined,
  terminal: Terminal,
): (() => Promise<ArrowOutput>) | undefined {
  if (path === undefined || !arrowExtensions.includes(extname(path).toLowerCase())) return undefined;
  return async () => {
    const { ArrowOutput: Opened } = await import("./arrow-output.js");
    return Opened.open(resolve(terminal.directory, path));
  };
}

/**
 * Opens the Parquet file that a name asks for, for record batches.
 *
 * @param options - File, source, terminal
 * @returns Opens the file; `undefined` when the name asks for another format
 */
export function parquetBatches({
  path,
  source: { columns = [] },
  terminal,
}: OpenOutputOptions): (() => Promise<ParquetBatches>) | undefined {
  if (path === undefined || extname(path).toLowerCase() !== ".parquet") return undefined;
  return async () => {
    const { ParquetBatches: Opened } = await import("./parquet-batches.js");
    return Opened.open(resolve(terminal.directory, path), columns);
  };
}

/**
 * Checks the name of the file to write.
 *
 * @param path - File name as typed; `undefined` or `-` means standard output
 * @throws CommandError when its extension is unknown, or its format needs a package that is not installed
 */
export function checkOutputPath(path: string | undefined): void {
  if (path === undefined || path === "-") return;
  const extension = extname(path).toLowerCase();
  if (extension === ".parquet") checkInstalled(["@wellhead/results"]);
  const known = [...Object.keys(makers), ...arrowExtensions];
  if (known.includes(extension)) return;
  throw usageError(
    `Could not read --output: expected a name that ends with ${known.join(", ")}, got "${path}".`,
  );
}

/**
 * Throws when the output file already exists.
 *
 * @param path - File name as typed; `undefined` or `-` means standard output
 * @param terminal - Provides the folder that relative paths are resolved against
 * @throws CommandError `unwritable` when the name is already in use
 */
export async function refuseExisting(path: string | undefined, terminal: Terminal): Promise<void> {
  if (path === undefined || path === "-") return;
  const found = await lstat(resolve(terminal.directory, path)).catch(() => undefined);
  if (found !== undefined)
    throw new CommandError(
      "unwritable",
      `Could not write "${path}": it exists. Choose another name, or replace it with --force.`,
    );
}

/**
 * Opens the output for the rows. The extension of the file decides the format.
 *
 * @param options - File, source, terminal
 * @returns The output
 * @throws CommandError when the extension is unknown, or the file cannot be created
 */
export async function openOutput({ path, source, terminal }: OpenOutputOptions): Promise<RowOutput> {
  checkOutputPath(path);
  if (path === undefined || path === "-") return new StdoutOutput(terminal.stdout);
  const full = resolve(terminal.directory, path);
  const make = makers[extname(path).toLowerCase()];
  return make === undefined ? new StdoutOutput(terminal.stdout) : make(full, source);
}

/** Writes rows as NDJSON to standard output. An incomplete stream ends with the contract's error record. */
class StdoutOutput implements RowOutput {
  readonly #output: Output;

  /** @param output - Standard output */
  constructor(output: Output) {
    this.#output = output;
  }

  async write(rows: readonly string[]): Promise<void> {
    if (rows.length > 0) await write(this.#output, `${rows.join("\n")}\n`);
  }

  async finish(): Promise<void> {
    // Nothing to do: every row has been written, and NDJSON has no end marker.
  }

  async abandon({ message, code }: Abandonment): Promise<string> {
    await write(this.#output, `${JSON.stringify({ [streamErrorKey]: { message, code } })}\n`);
    return "The last line of the output says so too.";
  }
}
