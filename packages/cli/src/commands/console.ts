import { type ConformanceCount, createConsole } from "@wellhead/server";
import { Workbench } from "@wellhead/workbench";
import { readReportFile } from "../check/read-earlier-report.js";
import type { Arguments } from "../command/arguments.js";
import type { Command } from "../command/command.js";
import { usageError } from "../command/command-error.js";
import type { ExitName } from "../command/exit-codes.js";
import { consoleFolder } from "../console/console-folder.js";
import { callerOptions, readCallerHeaders } from "../remote/caller-headers.js";
import { readAddress } from "../remote/connect.js";
import { makePaint } from "../terminal/paint.js";
import { watchStopSignals } from "../terminal/stop-signal.js";
import type { Terminal } from "../terminal/terminal.js";
import { write } from "../terminal/write.js";

/** `wellhead console`: acts as the platform for connectors that run elsewhere. */
export const openConsole: Command = {
  name: "console",
  summary: "Try any connector in the browser",
  operands: "<url …>",
  operandCount: [1, Number.POSITIVE_INFINITY],
  description: [
    "A page that does what the platform does: accounts, filters, rows, charts and every request behind them.\nWorks on every connector of the contract, in any language. Only this machine can reach it.",
  ],
  options: {
    port: { value: "port", short: "p", description: "Port; default: a free one" },
    ...callerOptions,
    report: {
      value: "file",
      several: true,
      description: "JSON report of wellhead check, to show next to its connector",
    },
  },
  examples: [
    { line: "wellhead console http://127.0.0.1:8080/tracker", does: "A connector under development" },
    { line: "Two connectors next to each other", does: "Two connectors side by side" },
  ],
  run,
};

async function run(commandLine: Arguments, terminal: Terminal): Promise<ExitName> {
  const folder = consoleFolder();
  if (folder === undefined)
    throw usageError("Could not open the console: its page has not been built. Run npm run build.");
  const connectors = commandLine.operands.map((operand) => baseOf(operand));
  const conformance = await readConformance(commandLine.values("report"), terminal);
  const headers = await readCallerHeaders(commandLine, terminal);
  const app = await createConsole({
    folder,
    connectors,
    headers,
    conformance,
    data: (reach) => new Workbench(reach),
    inProduction: true,
  });
  const stop = watchStopSignals();
  try {
    const { url } = await app.listen({ port: commandLine.count("port", 65_535) ?? 0 });
    const view = new URLSearchParams(
      connectors.length === 1 ? { connector: connectors[0] ?? "" } : {},
    ).toString();
    const address = view === "" ? url : `${url}#${view}`;
    await write(terminal.stdout, `Open ${makePaint(terminal, terminal.stdout).bold(address)}\n`);
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
