import { didYouMean } from "@wellhead/contract/names";
import type { Command, RunCommand } from "./command-line/command.js";
import { CommandError, usageError } from "./command-line/command-error.js";
import { type ExitName, exitCodes } from "./command-line/exit-codes.js";
import { formatCommandHelp, formatProgramHelp } from "./command-line/format-help.js";
import { explainMachineFault } from "./command-line/machine-fault.js";
import { checkInstalled } from "./command-line/optional-package.js";
import { parseArguments } from "./command-line/parse-arguments.js";
import { readVersion } from "./command-line/read-version.js";
import { inSmallNewSpace } from "./command-line/small-new-space.js";
import { guardOutput } from "./terminal/guarded-output.js";
import { makePaint } from "./terminal/paint.js";
import { printableText } from "./terminal/printable-text.js";
import { silentOutput } from "./terminal/silent-output.js";
import type { ProcessTerminal } from "./terminal/terminal.js";
import { write } from "./terminal/write.js";

/**
 * Runs the command that a command line names.
 *
 * @param words - The command line without the program's name
 * @param commands - The available commands
 * @param given - Provides streams, environment and folder
 * @returns The exit code
 */
export async function runProgram(
  words: readonly string[],
  commands: readonly Command[],
  given: ProcessTerminal,
): Promise<number> {
  const terminal = { ...given, stdout: guardOutput(given.stdout), stderr: guardOutput(given.stderr) };
  try {
    return exitCodes[await dispatch(words, commands, terminal)].code;
  } catch (error) {
    const { exit, ...fault } = await explain(error);
    const isVerbose = words.includes("--verbose") || words.includes("-v");
    const details = isVerbose ? [...fault.details, ...formatCauses(error)] : fault.details;
    await print({ exit, ...fault, details }, { terminal, asJson: words.includes("--json") });
    return exitCodes[exit].code;
  }
}

async function dispatch(
  [first, ...rest]: readonly string[],
  commands: readonly Command[],
  terminal: ProcessTerminal,
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
    const { formatFirstScreen } = await import("./command-line/first-screen.js");
    await write(terminal.stderr, await formatFirstScreen(terminal, makePaint(terminal, terminal.stderr)));
    return "usage";
  }
  const [name, ...commandArguments] = first === "help" ? [rest[0] ?? "", "--help"] : [first, ...rest];
  const command = findCommand(name, commands);
  const commandLine = parseArguments(command, commandArguments);
  if (commandLine.has("help")) {
    await write(terminal.stdout, formatCommandHelp(command, paint));
    return "success";
  }
  checkInstalled(command.needs ?? []);
  const run: RunCommand = await inSmallNewSpace(command.load);
  return run(commandLine, {
    ...terminal,
    notes: commandLine.has("quiet") ? silentOutput() : terminal.stderr,
    isVerbose: commandLine.has("verbose"),
  });
}

function findCommand(name: string, commands: readonly Command[]): Command {
  const command = commands.find((known) => known.name === name);
  if (command !== undefined) return command;
  const names = commands.map((known) => known.name);
  throw usageError(
    `Could not read the command line: the command "${name}" is not known.${didYouMean(name, names)}`,
    {
      details: [`Commands: ${names.join(", ")}`],
    },
  );
}

/** An error as it is printed. */
interface PrintedFault {
  readonly exit: ExitName;
  /** What failed; empty if there is nobody to tell. */
  readonly message: string;
  readonly details: readonly string[];
  /** Status of the response of a connector that returned an error. */
  readonly status?: number | undefined;
  /** Seconds after which to try again. */
  readonly retryAfter?: number | undefined;
}

async function explain(error: unknown): Promise<PrintedFault> {
  if (error instanceof CommandError)
    return { exit: error.exit, message: error.message, details: error.details };
  if (isClosedPipe(error)) return { exit: "closedPipe", message: "", details: [] };
  const fault = explainMachineFault(error);
  if (fault !== undefined) return { exit: "exhausted", message: fault, details: [] };
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return (
    (await explainConnector(error)) ?? {
      exit: "fault",
      message: "Could not run the command: an error occurred in Wellhead itself.",
      details: text.split("\n"),
    }
  );
}

/**
 * Explains an error of a connector. The client is loaded only when an error occurs, so that other commands start without
 * it.
 */
async function explainConnector(error: unknown): Promise<PrintedFault | undefined> {
  const { ConnectorError } = await import("@wellhead/client");
  if (!(error instanceof ConnectorError)) return undefined;
  const { code, status, retryAfter, message } = error;
  const isRefusal = code === "refused";
  return {
    exit: isRefusal ? "refused" : "unreachable",
    message,
    details: retryAfter === undefined ? [] : [`Try again in ${retryAfter} s.`],
    ...(isRefusal && { status }),
    retryAfter,
  };
}

/** Returns the stacks of the errors that caused an error. */
function formatCauses(error: unknown): readonly string[] {
  const cause = error instanceof Error ? error.cause : undefined;
  if (!(cause instanceof Error)) return [];
  const text = cause.stack ?? cause.message;
  return [`Caused by: ${text}`.split("\n"), formatCauses(cause)].flat();
}

/** Where and how an error is printed. */
interface PrintOptions {
  readonly terminal: ProcessTerminal;
  readonly asJson: boolean;
}

/**
 * Prints an error. Its text may come from a database, a service or a file, so characters that a terminal would interpret
 * are escaped here, for every command.
 */
async function print(
  { exit, message, details, status, retryAfter }: PrintedFault,
  { terminal, asJson }: PrintOptions,
): Promise<void> {
  if (message === "") return;
  if (asJson) {
    const error = { message, code: exitCodes[exit].code, exit, status, retryAfter, details };
    return write(terminal.stderr, `${printableText(JSON.stringify({ error }))}\n`);
  }
  const paint = makePaint(terminal, terminal.stderr);
  const headline = printableText(status === undefined ? message : `${message} (status ${status})`);
  await write(terminal.stderr, `${[paint.red(headline), ...details.map(printableText)].join("\n")}\n`);
}

function isClosedPipe(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EPIPE";
}
