import type { Terminal } from "../terminal/terminal.js";
import type { Arguments } from "./arguments.js";
import type { ExitName } from "./exit-codes.js";
import type { OptionalPackage } from "./optional-package.js";

/** One option of a command. */
export interface CommandOption {
  /** Description shown in the help. */
  readonly description: string;
  /** Name of its value in the help, such as `port`. When omitted, the option is a switch. */
  readonly value?: string;
  /** The values it accepts. Default: any. */
  readonly values?: readonly string[];
  /** One-letter short form. */
  readonly short?: string;
  /** Whether it may be given several times. Default: `false`. */
  readonly several?: boolean;
}

/** An example shown in the help: a command line and what it does. */
export interface CommandExample {
  readonly line: string;
  readonly does: string;
}

/** The command line of a command: everything that its help, its completion and its manual page state. */
export interface CommandUsage {
  readonly name: string;
  /** What it does, in one sentence. */
  readonly summary: string;
  /** Packages it imports that are not installed with the command. Default: none. */
  readonly needs?: readonly OptionalPackage[];
  /** Operands as shown after `wellhead <name>`, such as `<url> <source>`. */
  readonly operands: string;
  /** Minimum and maximum number of operands. */
  readonly operandCount: readonly [least: number, most: number];
  /** Words that a shell suggests for operands, such as names of connectors. Default: none. */
  readonly operandWords?: readonly string[];
  /** Paragraphs of the help text. */
  readonly description: readonly string[];
  /** Options by name, without the dashes. */
  readonly options: Readonly<Record<string, CommandOption>>;
  readonly examples: readonly CommandExample[];
}

/**
 * Runs a command.
 *
 * @param commandLine - Its operands and options
 * @param terminal - Provides streams, environment and folder
 * @returns The name of the exit code
 * @throws CommandError with a message for the user at the terminal
 */
export type RunCommand = (commandLine: Arguments, terminal: Terminal) => Promise<ExitName>;

/** A command of `wellhead`. */
export interface Command extends CommandUsage {
  /** Loads its code, which happens only when the command runs. */
  readonly load: () => Promise<RunCommand>;
}
