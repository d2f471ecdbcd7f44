import { resolve } from "node:path";
import { printableText } from "../terminal/printable-text.js";
import type { Fault } from "./messages.js";

/**
 * Reads what the compiler prints: `file(line,column): error TS1: text`. Indented lines continue the text.
 *
 * @param output - Its output, with the line breaks of any system
 * @param folder - Folder that paths are relative to
 * @returns The faults
 */
export function readTypeFaults(output: string, folder: string): readonly Fault[] {
  const faults: Fault[] = [];
  for (const text of output.split(/\r?\n/)) {
    const { file, line, column, message } =
      /^(?<file>.+?)\((?<line>\d+),(?<column>\d+)\): error (?<message>TS\d+: .*)$/.exec(text)?.groups ?? {};
    const last = faults.at(-1);
    if (message !== undefined && file !== undefined) {
      const place = { file: resolve(folder, file), line: Number(line), column: Number(column) };
      faults.push({ message: printableText(message), place });
    } else if (text.startsWith("  ") && last !== undefined) {
      faults[faults.length - 1] = { ...last, message: `${last.message} ${printableText(text.trim())}` };
    }
  }
  return faults.map(({ message, ...fault }) => ({ ...fault, message: sentenceIn(message) ?? message }));
}

/**
 * Finds the sentence with which `@wellhead/sdk` describes a wrong cell. The compiler compares the rows with it, and
 * repeats both types on each of its lines.
 */
function sentenceIn(message: string): string | undefined {
  const { code, literal } =
    /^(?<code>TS\d+): .* is not assignable to type '(?<literal>"(?:[^"\\]|\\.)* (?:[^"\\]|\\.)*\.")'\.$/s.exec(
      message,
    )?.groups ?? {};
  // A string literal type is written as JSON.
  return literal === undefined ? undefined : `${code}: ${String(JSON.parse(literal))}`;
}
