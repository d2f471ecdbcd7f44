import { parseArgs } from "node:util";
import { Arguments } from "./arguments.js";
import type { Command, CommandOption } from "./command.js";
import { usageError } from "./command-error.js";
import { didYouMean } from "./nearest.js";

/** The options every command has. */
export const everyOption: Readonly<Record<string, CommandOption>> = {
  help: { description: "Print this help", short: "h" },
};

/**
 * Parses the command line of a command.
 *
 * @param command - The command
 * @param words - The words after the command's name
 * @returns Operands and options
 * @throws CommandError naming the first invalid word
 */
export function parseArguments(
  command: Pick<Command, "name" | "operands" | "operandCount" | "options">,
  words: readonly string[],
): Arguments {
  const options = { ...everyOption, ...command.options };
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
  const before = found.get(name);
  if (before !== undefined && option.several !== true) {
    throw usageError(`Could not read --${name}: it is given twice. Remove one of them.`);
  }
  found.set(name, [...(before ?? []), value]);
}

function checkOperands(
  command: Pick<Command, "name" | "operands" | "operandCount">,
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
