import type { Arguments } from "../command-line/arguments.js";
import { CommandError, usageError } from "../command-line/command-error.js";
import type { ExitName } from "../command-line/exit-codes.js";
import { loadDocuments } from "../documents/document-set.js";
import { makePaint } from "../terminal/paint.js";
import type { Terminal } from "../terminal/terminal.js";
import { write } from "../terminal/write.js";

/**
 * Runs `wellhead docs`: searches the documentation, or prints a page.
 *
 * @param commandLine - The command line
 * @param terminal - Provides streams
 * @returns The name of the exit code
 */
export async function runDocs(commandLine: Arguments, terminal: Terminal): Promise<ExitName> {
  const { operands } = commandLine;
  const { stdout } = terminal;
  const documents = loadDocuments();
  if (commandLine.has("open")) {
    const [page = "", ...others] = operands;
    if (others.length > 0)
      throw usageError(`Could not open a page: expected one address, got ${operands.length}.`);
    await write(stdout, documents.open(page));
    return "success";
  }
  const words = operands.join(" ");
  const found = documents.search(words);
  if (commandLine.has("json")) {
    await write(stdout, `${JSON.stringify(found, undefined, 2)}\n`);
    return "success";
  }
  if (found.length === 0)
    throw new CommandError(
      "usage",
      `Could not find "${words}" in the documentation. Use fewer or other words.`,
    );
  const paint = makePaint(terminal, stdout);
  const lines = found.map(({ page, title, excerpt }) => `${paint.bold(title)}\n  ${page}\n  ${excerpt}\n`);
  await write(stdout, `${lines.join("\n")}\nPrint one: wellhead docs --open ${found[0]?.page ?? ""}\n`);
  return "success";
}
