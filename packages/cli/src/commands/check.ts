import {
  allRequirements,
  areas,
  type ConformanceOptions,
  type ConformanceReport,
  exitCodes as checkExitCodes,
  compareReports,
  exitCodeOf,
  formatChanges,
  type OAuthProvider,
  runConformance,
  startOAuthProvider,
  terminalReport,
} from "@wellhead/conformance";
import { didYouMean } from "@wellhead/contract/names";
import type { Arguments } from "../command-line/arguments.js";
import { usageError } from "../command-line/command-error.js";
import type { ExitName } from "../command-line/exit-codes.js";
import { readCheckOptions } from "../read/check/read-check-options.js";
import { readEarlierReport } from "../read/check/read-earlier-report.js";
import { writeReports } from "../read/check/write-reports.js";
import { readAddress } from "../remote/connect.js";
import { isStyled } from "../terminal/paint.js";
import type { Terminal } from "../terminal/terminal.js";
import { write } from "../terminal/write.js";

/**
 * Runs `wellhead check`: judges any connector by its address alone.
 *
 * @param commandLine - The command line
 * @param terminal - Provides streams, environment and folder
 * @returns The name of the exit code
 */
export async function runCheck(commandLine: Arguments, terminal: Terminal): Promise<ExitName> {
  const base = readAddress(commandLine.operands[0] ?? "");
  const earlier = await readEarlierReport(commandLine.value("compare"), terminal);
  const options = await readCheckOptions(commandLine, { terminal, base });
  const provider = await startProvider(commandLine, terminal);
  try {
    const report = await judge(
      base,
      provider === undefined ? options : { ...options, oauthProvider: provider },
    );
    await writeReports(report, commandLine.values("output"), terminal);
    await print(report, { commandLine, terminal, earlier });
    return exitNameOf(report, commandLine.has("fail-on-warning"));
  } finally {
    await provider?.close();
  }
}

async function judge(base: URL, options: ConformanceOptions): Promise<ConformanceReport> {
  try {
    return await runConformance(base, options);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const known = [...Object.keys(areas), ...allRequirements.map(({ id }) => id)];
    const wrong = options.only?.find((name) => !known.includes(name)) ?? "";
    throw usageError(`${error.message}${didYouMean(wrong, known)}`, { cause: error });
  }
}

interface PrintOptions {
  readonly commandLine: Arguments;
  readonly terminal: Terminal;
  readonly earlier: ConformanceReport | undefined;
}

async function print(
  report: ConformanceReport,
  { commandLine, terminal, earlier }: PrintOptions,
): Promise<void> {
  const { stdout } = terminal;
  if (commandLine.has("json")) {
    await write(stdout, `${JSON.stringify(report, undefined, 2)}\n`);
  } else {
    await write(
      stdout,
      terminalReport(report, { colours: isStyled(terminal, stdout), all: commandLine.has("all") }),
    );
  }
  if (earlier === undefined) return;
  const output = commandLine.has("json") ? terminal.notes : stdout;
  await write(output, formatChanges(compareReports(earlier, report)));
}

function exitNameOf(report: ConformanceReport, failOnWarning: boolean): ExitName {
  const code = exitCodeOf(report, failOnWarning);
  if (code === checkExitCodes.notConnector) return "unreachable";
  return code === checkExitCodes.met ? "success" : "unmet";
}

/** Connectors must be configured with the provider's addresses before the run, so the user chooses the port. */
async function startProvider(commandLine: Arguments, terminal: Terminal): Promise<OAuthProvider | undefined> {
  const port = commandLine.count("oauth-provider", 65_535);
  if (port === undefined) return undefined;
  const provider = await startOAuthProvider({ port }).catch((error: unknown) => {
    throw usageError(`Could not start the OAuth provider: port ${port} is in use. Choose another.`, {
      cause: error,
    });
  });
  const { addresses, clientId, clientSecret } = provider;
  const lines = Object.entries(addresses).map(([name, address]) => `  ${name} ${address}`);
  const client = `  client ${clientId}, secret ${clientSecret}`;
  await write(terminal.stderr, `OAuth provider of the check:\n${lines.join("\n")}\n${client}\n`);
  return provider;
}
