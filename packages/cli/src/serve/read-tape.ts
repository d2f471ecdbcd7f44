import { readFile } from "node:fs/promises";
import type { Tape } from "@wellhead/testing";
import { usageError } from "../command-line/command-error.js";
import { printableText } from "../terminal/printable-text.js";

/**
 * Reads a tape.
 *
 * @param path - Absolute path of the file
 * @returns The tape
 * @throws CommandError when the file cannot be read or is not a tape
 */
export async function readTape(path: string): Promise<Tape> {
  const { parseTape } = await import("@wellhead/testing");
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    throw usageError(
      `Could not read the tape "${path}": there is no such file. Record one with wellhead record.`,
      {
        cause: error,
      },
    );
  }
  try {
    return parseTape(text);
  } catch (error) {
    throw usageError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/**
 * Writes the account that a tape accepts, for people.
 *
 * @param tape - The tape
 * @returns A line
 */
export function formatTapeAccount({ account }: Tape): string {
  return `The account of the tape: ${printableText(JSON.stringify(account))}\n`;
}
