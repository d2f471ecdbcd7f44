import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { CommandError } from "../command-line/command-error.js";
import { printableText } from "../terminal/printable-text.js";
import type { Fault, Place } from "./messages.js";

/** Number of lines shown before and after a fault. */
const contextLines = 2;

/**
 * Finds where the author's files are wrong.
 *
 * @param error - What loading them failed with
 * @returns The fault, with the first place in a file that is not of a package
 */
export function findFault(error: unknown): Fault {
  const message = error instanceof Error ? error.message : String(error);
  const place = findPlace(error);
  return { message: printableText(message), place };
}

/**
 * Finds where code of the author has thrown while it answered a request.
 *
 * @param cause - What the log says was thrown, with its stack
 * @returns The fault; `undefined` when no file of the author is part of it
 */
export function findThrown(cause: string): Fault | undefined {
  const place = placeIn(cause);
  const [message = ""] = cause.split(/\n\s+at /);
  return place === undefined ? undefined : { message: printableText(message), place };
}

/** Returns the first place in an author's file that a stack or the details of an error name. */
function placeIn(text: string): Place | undefined {
  for (const line of text.split("\n")) {
    const { path, row, column } =
      /(?<path>(?:file:\/\/\/|\/|[A-Za-z]:[\\/])[^():]+):(?<row>\d+):(?<column>\d+)/.exec(line)?.groups ?? {};
    if (path === undefined || /node_modules|[\\/]packages[\\/]\w+[\\/]dist[\\/]/.test(path)) continue;
    const file = path.startsWith("file:") ? fileURLToPath(path) : path;
    return { file, line: Number(row), column: Number(column) };
  }
  return undefined;
}

function findPlace(error: unknown): Place | undefined {
  if (!(error instanceof Error)) return undefined;
  if (!(error instanceof CommandError)) return placeIn(error.stack ?? "") ?? findPlace(error.cause);
  return placeIn(error.details.join("\n")) ?? findPlace(error.cause);
}

/**
 * Formats the lines around a place, with a mark below its column.
 *
 * @param place - The place
 * @returns The lines; none when the file cannot be read
 */
export async function codeFrame({ file, line, column }: Place): Promise<readonly string[]> {
  const text = await readFile(file, "utf8").catch(() => "");
  const lines = text.split("\n");
  const first = Math.max(1, line - contextLines);
  const last = Math.min(lines.length, line + contextLines);
  if (text === "" || line > lines.length) return [];
  const width = String(last).length;
  return lines.slice(first - 1, last).flatMap((code, index) => {
    const number = first + index;
    const shown = `${number === line ? ">" : " "} ${String(number).padStart(width)} | ${printableText(code)}`;
    return number === line
      ? [shown, `  ${" ".repeat(width)} | ${" ".repeat(Math.max(0, column - 1))}^`]
      : [shown];
  });
}
