import type { Arguments } from "../command-line/arguments.js";
import type { ExitName } from "../command-line/exit-codes.js";
import { findEndpoints } from "../read/inspect/find-endpoints.js";
import { explainNoSources, formatApplication } from "../read/inspect/format-application.js";
import { formatFile, inspectLocalFile } from "../read/inspect/inspect-local-file.js";
import { readCallerHeaders } from "../remote/caller-headers.js";
import { askWith, connect, readAddress } from "../remote/connect.js";
import { makePaint } from "../terminal/paint.js";
import { printableTexts } from "../terminal/printable-text.js";
import type { Terminal } from "../terminal/terminal.js";
import { write } from "../terminal/write.js";

/**
 * Runs `wellhead inspect`: shows what any connector offers, or how a CSV file is read.
 *
 * @param commandLine - The command line
 * @param terminal - Provides streams, environment and folder
 * @returns The name of the exit code
 */
export async function runInspect(commandLine: Arguments, terminal: Terminal): Promise<ExitName> {
  const [operand = ""] = commandLine.operands;
  const file = await inspectLocalFile(operand, terminal);
  if (file !== undefined) {
    const text = commandLine.has("json") ? `${JSON.stringify(file, null, 2)}\n` : formatFile(operand, file);
    await write(terminal.stdout, text);
    return "success";
  }
  const base = readAddress(operand);
  const headers = await readCallerHeaders(commandLine, terminal);
  const connector = connect(base, { headers, terminal });
  const application = await connector.describe();
  const endpoints = await findEndpoints({
    connector,
    application,
    ask: askWith(connector.base, { headers, terminal }),
  });
  if (commandLine.has("json")) {
    const noSources = explainNoSources(application);
    const result = {
      address: base.href,
      ...(noSources !== undefined && { noSources }),
      endpoints: endpoints.map(({ name, method, path }) => ({ name, method, path })),
      application: application.raw,
    };
    await write(terminal.stdout, `${JSON.stringify(result, null, 2)}\n`);
    return "success";
  }
  const paint = makePaint(terminal, terminal.stdout);
  const shown = printableTexts(application);
  await write(
    terminal.stdout,
    formatApplication({ address: base.href, application: shown, endpoints, paint }),
  );
  return "success";
}
