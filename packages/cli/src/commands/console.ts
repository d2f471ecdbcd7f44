import { type ConformanceCount, createConsole, StartProof } from "@wellhead/server";
import { Workbench } from "@wellhead/workbench";
import { type Arguments } from "../command-line/arguments.js";
import { usageError } from "../command-line/command-error.js";
import { type ExitName } from "../command-line/exit-codes.js";
import { readReportFile } from "../read/check/read-earlier-report.js";
import { readCallerHeaders } from "../remote/caller-headers.js";
import { readAddress } from "../remote/connect.js";
import { consoleFolder } from "../serve/console/console-folder.js";
import { printNextLinks } from "../serve/console/print-links.js";
import { makePaint } from "../terminal/paint.js";
import { watchStopSignals } from "../terminal/stop-signal.js";
import type { Terminal } from "../terminal/terminal.js";
import { write } from "../terminal/write.js";

/**
 * Runs `wellhead console`: acts as the platform for connectors that run elsewhere.
 *
 * @param commandLine - The command line
 * @param terminal - Provides streams, environment and folder
 * @returns The name of the exit code
 */
export async function runConsole(commandLine: Arguments, terminal: Terminal): Promise<ExitName> {
  const folder = consoleFolder();
  if (folder === undefined)
    throw usageError("Could not open the console: its page has not been built. Run npm run build.");
  const connectors = commandLine.operands.map((operand) => baseOf(operand));
  const conformance = await readConformance(commandLine.values("report"), terminal);
  const headers = await readCallerHeaders(commandLine, terminal);
  const proof = new StartProof({ path: "/console" });
  const app = await createConsole({
    folder,
    proof,
    connectors,
    headers,
    conformance,
    data: async (reach) => new Workbench(reach),
    inProduction: true,
  });
  const stop = watchStopSignals();
  try {
    const { url } = await app.listen({ port: commandLine.count("port", 65_535) ?? 0 });
    const view = new URLSearchParams(
      connectors.length === 1 ? { connector: connectors[0] ?? "" } : {},
    ).toString();
    const page = view === "" ? url : `${url}#${view}`;
    const link = proof.linkTo(page);
    if (commandLine.has("json")) await write(terminal.stdout, `${JSON.stringify({ url: link })}\n`);
    else {
      await write(terminal.stdout, `Open ${makePaint(terminal, terminal.stdout).bold(link)}\n`);
      printNextLinks({ page, proof, terminal });
    }
    await stop.asked;
  } finally {
    await app.close();
    stop.end();
  }
  return "success";
}

function baseOf(address: string): string {
  return `${readAddress(address).href.replace(/\/$/, "")}/`;
}

/** Returns the counts of each report by the base address it judged. Requirements that could not run count as failed. */
async function readConformance(
  files: readonly string[],
  terminal: Terminal,
): Promise<Record<string, ConformanceCount>> {
  const counts: Record<string, ConformanceCount> = {};
  for (const file of files) {
    const { address, summary } = await readReportFile(file, "report", terminal);
    const failed = summary.fail + summary["could-not-run"];
    counts[baseOf(address)] = { passed: summary.pass, failed, warned: summary.warn };
  }
  return counts;
}
