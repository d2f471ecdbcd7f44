import { parseArgs } from "node:util";
import { didYouMean } from "@wellhead/contract/names";
import { Arguments } from "./arguments.js";
import type { CommandOption, CommandUsage } from "./command.js";
import { usageError } from "./command-error.js";

/** The options every command has. */
const everyOption: Readonly<Record<string, CommandOption>> = {
  json: {
    description: "Print the result as JSON, for programs, and an error as one JSON object on standard error",
  },
  quiet: { description: "Print results and errors only: no progress, notes or warnings", short: "q" },
  verbose: {
    description: "Print the requests to connectors on standard error, and the causes of errors",
    short: "v",
  },
  help: { description: "Print this help", short: "h" },
};

/**
 * Returns the options of a command: its own, then those that every command has.
 *
 * @param command - The command
 * @returns The options by name
 */
export function optionsOf({ options }: Pick<CommandUsage, "options">): CommandUsage["options"] {
  const others = Object.entries(everyOption).filter(([name]) => !Object.hasOwn(options, name));
  return { ...options, ...Object.fromEntries(others) };
}

/**
 * Parses the command line of a command.
 *
 * @param command - The command
 * @param words - The words after the command's name
 * @returns Operands and options
 * @throws CommandError naming the first invalid word
 */
export function parseArguments(
  command: Pick<CommandUsage, "name" | "operands" | "operandCount" | "options">,
  words: readonly string[],
): Arguments {
  const options = optionsOf(command);
  const operands: string[] = [];
  const found = new Map<string, string[]>();
  for (const token of tokens(options, words)) {
    if (token.kind === "positional") operands.push(token.value);
    if (token.kind === "option") addOption(found, options, token);
  }
  if (!found.has("help")) checkOperands(command, operands);
  return new Arguments(operands, found);
}

/** An option as typed. */
interface OptionToken {
  readonly name: string;
  readonly rawName: string;
  readonly value: string | undefined;
}

function tokens(options: Readonly<Record<string, CommandOption>>, words: readonly string[]) {
  const config = Object.fromEntries(
    Object.entries(options).map(([name, { value, short }]) => [
      name,
      { type: value === undefined ? ("boolean" as const) : ("string" as const), ...(short && { short }) },
    ]),
  );
  return parseArgs({ args: [...words], options: config, strict: false, tokens: true }).tokens;
}

function addOption(
  found: Map<string, string[]>,
  options: Readonly<Record<string, CommandOption>>,
  { name, rawName, value }: OptionToken,
): void {
  const option = Object.hasOwn(options, name) ? options[name] : undefined;
  if (option === undefined) {
    const near = didYouMean(
      rawName,
      Object.keys(options).map((known) => `--${known}`),
    );
    throw usageError(`Could not read the command line: the option "${rawName}" is not known.${near}`);
  }
  if (option.value === undefined) {
    if (value !== undefined)
      throw usageError(`Could not read --${name}: it does not take a value, got "${value}".`);
    found.set(name, []);
    return;
  }
  if (value === undefined || (value.startsWith("--") && Object.hasOwn(options, value.slice(2)))) {
    throw usageError(`Could not read --${name}: expected <${option.value}>, got nothing.`);
  }
  if (option.values !== undefined && !option.values.includes(value)) {
    throw usageError(
      `Could not read --${name}: expected ${alternatives(option.values)}, got "${value}".${didYouMean(value, option.values)}`,
    );
  }
  const before = found.get(name);
  if (before !== undefined && option.several !== true) {
    throw usageError(`Could not read --${name}: it is given twice. Remove one of them.`);
  }
  found.set(name, [...(before ?? []), value]);
}

/**
 * Formats the values of an option, such as `table, csv or json`.
 *
 * @param values - The values
 * @returns The text
 */
export function alternatives(values: readonly string[]): string {
  return values.length < 2 ? values.join("") : `${values.slice(0, -1).join(", ")} or ${values.at(-1)}`;
}

function checkOperands(
  command: Pick<CommandUsage, "name" | "operands" | "operandCount">,
  operands: readonly string[],
): void {
  const [minimum, maximum] = command.operandCount;
  const wanted = `wellhead ${command.name} ${command.operands}`;
  if (operands.length < minimum) {
    throw usageError(
      `Could not read the command line: expected ${wanted}, got ${operands.length === 0 ? "nothing" : `only "${operands.join(" ")}"`} after "${command.name}".`,
    );
  }
  if (operands.length > maximum) {
    throw usageError(
      `Could not read the command line: expected ${wanted}, got "${operands[maximum]}" as well.`,
    );
  }
}
