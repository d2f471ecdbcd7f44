import { readFile } from "node:fs/promises";
import { inspect } from "node:util";
import { CommandError } from "../command-line/command-error.js";
import { type Place, placesIn, placesOnStack } from "../serve/original-place.js";
import { printableText } from "../terminal/printable-text.js";
import type { Fault } from "./messages.js";

/** Number of lines shown before and after a fault. */
const contextLines = 2;

/**
 * Finds where the author's files are wrong.
 *
 * @param error - What loading them failed with
 * @param thrownAt - Where a value without a stack was thrown
 * @returns The fault, with its places in files that are not of a package
 */
export function findFault(error: unknown, thrownAt?: Place): Fault {
  const message = error instanceof Error ? error.message : describeThrown(error);
  const [place, ...callers] = findPlaces(error);
  return { message: printableText(message), place: place ?? thrownAt, callers };
}

/**
 * Describes anything that was thrown, for the author.
 *
 * @param thrown - The value
 * @returns A clause without a full stop
 */
export function describeThrown(thrown: unknown): string {
  if (thrown instanceof Error) return `${thrown.name}: ${thrown.message.replace(/\.$/, "")}`;
  return `${inspect(thrown, { depth: 0 })} was thrown, which is not an Error`;
}

function findPlaces(error: unknown): readonly Place[] {
  if (!(error instanceof Error)) return [];
  // The details name the place in the file itself, such as that of a member of the definition.
  const places =
    error instanceof CommandError ? placesIn(error.details.join("\n")) : placesOnStack(error.stack ?? "");
  return places.length === 0 ? findPlaces(error.cause) : places;
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
