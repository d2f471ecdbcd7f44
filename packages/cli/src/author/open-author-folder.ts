import { existsSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import type { Author } from "@wellhead/mcp";
import type { Arguments } from "../command-line/arguments.js";
import { CommandError, usageError } from "../command-line/command-error.js";
import { DevSession } from "../dev/dev-session.js";
import { printReport } from "../dev/print-report.js";
import { readTapePath } from "../serve/serve-settings.js";
import type { Terminal } from "../terminal/terminal.js";
import { AuthorFolder } from "./author-folder.js";

/** A folder in which a connector is written, with its files loaded on every save. */
export interface OpenedFolder {
  readonly author: Author;
  readonly close: () => Promise<void>;
}

/** Files that a folder is loaded from, the first that exists. */
const configurations = [
  "wellhead.config.ts",
  "wellhead.config.mjs",
  "wellhead.config.js",
  "wellhead.config.json",
];
const modules = ["connector.ts", "connector.js", "connector.json"];

/**
 * Opens the folder that a command line names.
 *
 * @param commandLine - The command line, with the folder or a file of it
 * @param terminal - Provides the environment, and the folder of relative paths
 * @returns The folder; close it at the end
 * @throws CommandError when there is no such folder
 */
export async function openAuthorFolder(commandLine: Arguments, terminal: Terminal): Promise<OpenedFolder> {
  const [typed = ".", ...others] = commandLine.operands;
  if (others.length > 0)
    throw usageError(`Could not open the folder: expected one, got ${commandLine.operands.length}.`);
  const path = resolve(terminal.directory, typed);
  if (!existsSync(path))
    throw usageError(`Could not open "${typed}": there is no such folder. Create it first.`);
  const isFile = statSync(path).isFile();
  const directory = isFile ? dirname(path) : path;
  const words = isFile ? [basename(path)] : wordsOf(directory);
  const tape = readTapePath(commandLine, terminal);
  const subject = { words, config: commandLine.value("config") };
  const session = new DevSession({
    request: { ...subject, tape, inspectPort: undefined },
    directory,
    env: terminal.env,
    checksTypes: true,
    // Standard output has the messages of the protocol.
    printsToErrors: true,
    onReport: (report) => printReport(report, terminal),
  });
  const account = commandLine.value("account");
  const author = new AuthorFolder({
    session,
    subject,
    terminal: { ...terminal, directory },
    account:
      account !== undefined && existsSync(resolve(terminal.directory, account))
        ? resolve(terminal.directory, account)
        : account,
    tape,
  });
  try {
    await session.start();
  } catch (error) {
    await session.close();
    throw error;
  }
  return { author, close: () => session.close() };
}

/**
 * Returns what a tool says about an error of the folder.
 *
 * @param error - What a tool threw
 * @returns The message; `undefined` for a fault of this program
 */
export function explainCommandError(error: unknown): string | undefined {
  return error instanceof CommandError ? [error.message, ...error.details].join("\n") : undefined;
}

/** A folder with a configuration is loaded from it; another one from its connector, which may not exist yet. */
function wordsOf(directory: string): readonly string[] {
  if (configurations.some((name) => existsSync(join(directory, name)))) return [];
  return [modules.find((name) => existsSync(join(directory, name))) ?? "connector.ts"];
}
