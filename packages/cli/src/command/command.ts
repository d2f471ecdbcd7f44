import type { ExitName } from "../exit-codes.js";
import type { Terminal } from "../terminal/terminal.js";
import type { Arguments } from "./arguments.js";

/** One option of a command. */
export interface CommandOption {
  /** What the help shows it does. */
  readonly description: string;
  /** Name of its value in the help, such as `port`. Absent: the option is a switch. */
  readonly value?: string;
  /** One letter for short. */
  readonly short?: string;
  /** Whether it may be given several times. Default: `false`. */
  readonly several?: boolean;
}

/** An example of the help: a command line and what it does. */
export interface CommandExample {
  readonly line: string;
  readonly does: string;
}

/** One command of `wellhead`. */
export interface Command {
  readonly name: string;
  /** What it does, in one sentence. */
  readonly summary: string;
  /** What stands behind `wellhead <name>`, such as `<url> <source>`. */
  readonly operands: string;
  /** How many operands it takes, at least and at most. */
  readonly operandCount: readonly [least: number, most: number];
  /** Paragraphs of its help. */
  readonly description: readonly string[];
  /** Options by name, without the dashes. */
  readonly options: Readonly<Record<string, CommandOption>>;
  readonly examples: readonly CommandExample[];
  /**
   * Does the work.
   *
   * @returns How the command ends
   * @throws CommandError with a sentence for the person at the terminal
   */
  run(commandLine: Arguments, terminal: Terminal): Promise<ExitName>;
}

/** A command as the list of commands names it; its code is loaded when it is asked for. */
export interface CommandEntry {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<Command>;
}
