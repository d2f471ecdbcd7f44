import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Arguments } from "../command-line/arguments.js";
import { usageError } from "../command-line/command-error.js";
import type { Terminal } from "../terminal/terminal.js";

/**
 * Reads the bearer token that clients of a server of tools must send.
 *
 * @param commandLine - The command line, with the file
 * @param terminal - Provides the folder of relative paths
 * @returns The token; `undefined` when the command line names no file
 * @throws CommandError when the file does not contain one token
 */
export async function readServerToken(
  commandLine: Arguments,
  { directory }: Terminal,
): Promise<string | undefined> {
  const typed = commandLine.value("server-token-file");
  if (typed === undefined) return undefined;
  const text = await readFile(resolve(directory, typed), "utf8").catch((error: unknown) => {
    throw usageError(`Could not read --server-token-file: "${typed}" cannot be read.`, { cause: error });
  });
  const token = text.trim();
  if (/^[\w.~+/-]{16,}=*$/.test(token)) return token;
  throw usageError(
    `Could not read --server-token-file: expected one token of at least 16 characters in "${typed}".`,
  );
}
