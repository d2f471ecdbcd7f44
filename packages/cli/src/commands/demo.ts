import { fileURLToPath } from "node:url";
import { writeExactJson } from "@wellhead/client";
import { didYouMean } from "@wellhead/contract/names";
import type { Tape } from "@wellhead/testing";
import { Arguments } from "../command-line/arguments.js";
import { usageError } from "../command-line/command-error.js";
import type { ExitName } from "../command-line/exit-codes.js";
import { demoConnectors } from "../command-line/usage/demo-usage.js";
import { formatTapeAccount, readTape } from "../serve/read-tape.js";
import { resolveConnector } from "../serve/resolve-connector.js";
import { makePaint } from "../terminal/paint.js";
import { printableText } from "../terminal/printable-text.js";
import type { Terminal } from "../terminal/terminal.js";
import { write } from "../terminal/write.js";
import { runServe } from "./serve.js";

/** Number of rows printed of each source. */
const shownRows = 3;

/**
 * Runs `wellhead demo`: reads a connector from the tape that comes with it, and serves it with this tape.
 *
 * @param commandLine - The command line
 * @param terminal - Provides streams, environment and folder
 * @returns The name of the exit code
 */
export async function runDemo(commandLine: Arguments, terminal: Terminal): Promise<ExitName> {
  const [name = ""] = commandLine.operands;
  if (!demoConnectors.some((known) => known === name))
    throw usageError(
      `Could not show "${name}": expected one of ${demoConnectors.join(", ")}.${didYouMean(name, demoConnectors)}`,
    );
  const path = fileURLToPath(import.meta.resolve(`@wellhead/${name}/tape.json`));
  const tape = await readTape(path);
  await printRows(name, tape, terminal);
  if (commandLine.has("no-serve")) return "success";
  const port = commandLine.value("port");
  const options = new Map([["tape", [path]], ...(port === undefined ? [] : [["port", [port]] as const])]);
  return await runServe(new Arguments([name], options), terminal);
}

async function printRows(name: string, tape: Tape, terminal: Terminal): Promise<void> {
  const { playTape } = await import("@wellhead/testing");
  const connector = await resolveConnector(name, { directory: terminal.directory, taken: new Set() });
  const paint = makePaint(terminal, terminal.stdout);
  const { stdout } = terminal;
  await write(stdout, `${tape.upstream}, at ${tape.recordedAt.slice(0, 10)}.\n\n`);
  for (const { read, rows } of await playTape(connector, tape)) {
    const words = [read.source, `${rows.length} ${rows.length === 1 ? "row" : "rows"}`];
    await write(stdout, `${paint.bold(words.join(": "))}\n`);
    for (const row of rows.slice(0, shownRows))
      await write(stdout, `  ${printableText(writeExactJson(row))}\n`);
    if (rows.length > shownRows) await write(stdout, "  …\n");
    await write(stdout, "\n");
  }
  await write(stdout, `${formatTapeAccount(tape)}\n`);
}
