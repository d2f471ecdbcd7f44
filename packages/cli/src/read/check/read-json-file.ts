import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { usageError } from "../../command-line/command-error.js";
import type { Terminal } from "../../terminal/terminal.js";

/**
 * Reads a JSON file that was named on the command line.
 *
 * @param path - Path as typed
 * @param option - The option that the path was given for, named in the error
 * @param terminal - Provides the folder that relative paths are resolved against
 * @returns The parsed value
 * @throws CommandError when the file cannot be read or is not JSON
 */
export async function readJsonFile(path: string, option: string, terminal: Terminal): Promise<unknown> {
  const text = await readFile(resolve(terminal.directory, path), "utf8").catch((error: unknown) => {
    throw usageError(`Could not read --${option} "${path}": the file cannot be read.`, { cause: error });
  });
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch (error) {
    throw usageError(`Could not read --${option} "${path}": expected JSON, got other text.`, {
      cause: error,
    });
  }
}
