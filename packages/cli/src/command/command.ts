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

/** One command of `wellhead`. */
export interface Command {
  readonly name: string;
  /** What it does, in one sentence. */
  readonly summary: string;
  /** Operands as shown after `wellhead <name>`, such as `<url> <source>`. */
  readonly operands: string;
  /** Minimum and maximum number of operands. */
  readonly operandCount: readonly [least: number, most: number];
  /** Paragraphs of the help text. */
  readonly description: readonly string[];
  /** Options by name, without the dashes. */
  readonly options: Readonly<Record<string, CommandOption>>;
  readonly examples: readonly CommandExample[];
  /**
   * Runs the command.
   *
   * @returns The name of the exit code
   * @throws CommandError with a message for the user at the terminal
   */
  run(commandLine: Arguments, terminal: Terminal): Promise<ExitName>;
}

/** A command as it appears in the list of commands. Its code is loaded only when the command runs. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  /** Packages it imports that are not installed with the command. Default: none. */
  readonly needs?: readonly OptionalPackage[];
  readonly load: () => Promise<Command>;
}
