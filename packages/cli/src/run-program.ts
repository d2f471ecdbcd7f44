import type { Command, CommandEntry } from "./command/command.js";
import { CommandError, usageError } from "./command/command-error.js";
import { type ExitName, exitCodes } from "./command/exit-codes.js";
import { formatCommandHelp, formatProgramHelp } from "./command/format-help.js";
import { explainMachineFault } from "./command/machine-fault.js";
import { didYouMean } from "./command/nearest.js";
import { checkInstalled } from "./command/optional-package.js";
import { parseArguments } from "./command/parse-arguments.js";
import { readVersion } from "./command/read-version.js";
import { makePaint } from "./terminal/paint.js";
import { printableText } from "./terminal/printable-text.js";
import type { Terminal } from "./terminal/terminal.js";
import { write } from "./terminal/write.js";

/**
 * Runs the command that a command line names.
 *
 * @param words - The command line without the program's name
 * @param commands - The available commands
 * @param terminal - Provides streams, environment and folder
 * @returns The exit code
 */
export async function runProgram(
  words: readonly string[],
  commands: readonly CommandEntry[],
  terminal: Terminal,
): Promise<number> {
  try {
    return exitCodes[await dispatch(words, commands, terminal)].code;
  } catch (error) {
    return exitCodes[await report(error, terminal)].code;
  }
}

async function dispatch(
  [first, ...rest]: readonly string[],
  commands: readonly CommandEntry[],
  terminal: Terminal,
): Promise<ExitName> {
  const paint = makePaint(terminal, terminal.stdout);
  if (first === "--version" || first === "-V") {
    await write(terminal.stdout, `${readVersion()}\n`);
    return "success";
  }
  if (first === "--help" || first === "-h" || (first === "help" && rest.length === 0)) {
    await write(terminal.stdout, formatProgramHelp(commands, paint));
    return "success";
  }
  if (first === undefined) {
    await write(terminal.stderr, formatProgramHelp(commands, makePaint(terminal, terminal.stderr)));
    return "usage";
  }
  const [name, ...commandArguments] = first === "help" ? [rest[0] ?? "", "--help"] : [first, ...rest];
  const command = await findCommand(name, commands);
  const commandLine = parseArguments(command, commandArguments);
  if (!commandLine.has("help")) return command.run(commandLine, terminal);
  await write(terminal.stdout, formatCommandHelp(command, paint));
  return "success";
}

async function findCommand(name: string, commands: readonly CommandEntry[]): Promise<Command> {
  const entry = commands.find((known) => known.name === name);
  if (entry !== undefined) {
    checkInstalled(entry.needs ?? []);
    return entry.load();
  }
  const names = commands.map((known) => known.name);
  throw usageError(
    `Could not read the command line: the command "${name}" is not known.${didYouMean(name, names)}`,
    {
      details: [`Commands: ${names.join(", ")}`],
    },
  );
}

/**
 * Prints an error. Its text may come from a database, a service or a file, so characters that a terminal would interpret
 * are escaped here, for every command.
 */
async function report(error: unknown, terminal: Terminal): Promise<ExitName> {
  const paint = makePaint(terminal, terminal.stderr);
  if (error instanceof CommandError) {
    const [message, ...details] = [error.message, ...error.details].map(printableText);
    await write(terminal.stderr, `${[paint.red(message ?? ""), ...details].join("\n")}\n`);
    return error.exit;
  }
  if (isClosedPipe(error)) return "closedPipe";
  const fault = explainMachineFault(error);
  if (fault !== undefined) {
    await write(terminal.stderr, `${paint.red(printableText(fault))}\n`);
    return "exhausted";
  }
  const reportedExit = await reportConnector(error, terminal);
  if (reportedExit !== undefined) return reportedExit;
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  await write(
    terminal.stderr,
    `${paint.red("Could not run the command: an error occurred in Wellhead itself.")}\n${text.split("\n").map(printableText).join("\n")}\n`,
  );
  return "fault";
}

/**
 * Reports an error of a connector. The client is loaded only when an error occurs, so that other commands start without
 * it.
 */
async function reportConnector(error: unknown, terminal: Terminal): Promise<ExitName | undefined> {
  const { ConnectorError } = await import("@wellhead/client");
  if (!(error instanceof ConnectorError)) return undefined;
  const { code, status, retryAfter } = error;
  const message = printableText(error.message);
  const isRefusal = code === "refused";
  const lines = [
    makePaint(terminal, terminal.stderr).red(isRefusal ? `${message} (status ${status})` : message),
    ...(retryAfter === undefined ? [] : [`Try again in ${retryAfter} s.`]),
  ];
  await write(terminal.stderr, `${lines.join("\n")}\n`);
  return isRefusal ? "refused" : "unreachable";
}

function isClosedPipe(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EPIPE";
}
