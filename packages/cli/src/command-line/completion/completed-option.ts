import type { CommandOption, CommandUsage } from "../command.js";
import { optionsOf } from "../parse-arguments.js";

/** What a shell suggests for a value. */
export type Suggestion = "files" | "nothing" | readonly string[];

/** An option as a shell completes it. */
export interface CompletedOption {
  /** Its name without the dashes. */
  readonly name: string;
  readonly option: CommandOption;
  /** What the shell suggests for its value; `undefined` for a switch. */
  readonly value: Suggestion | undefined;
}

/**
 * Returns the options of a command as a shell completes them.
 *
 * @param command - The command
 * @returns Its own options, then those that every command has
 */
export function completedOptions(command: CommandUsage): readonly CompletedOption[] {
  return Object.entries(optionsOf(command)).map(([name, option]) => ({
    name,
    option,
    value: suggestionOf(option),
  }));
}

function suggestionOf({ value, values }: CommandOption): Suggestion | undefined {
  if (value === undefined) return undefined;
  if (values !== undefined) return values;
  return /^(?:file|target)$/.test(value) ? "files" : "nothing";
}

/**
 * Returns whether a shell suggests files for the operands of a command.
 *
 * @param command - The command
 * @returns Whether an operand is a path
 */
export function takesFiles({ operands }: CommandUsage): boolean {
  return /\b(?:path|connector|target)\b/.test(operands);
}

/**
 * Quotes text for a shell, so that it is one word.
 *
 * @param text - The text
 * @returns The text in single quotes
 */
export function quoteWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}
