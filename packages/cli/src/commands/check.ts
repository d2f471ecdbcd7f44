import {
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
import { readCheckOptions } from "../check/read-check-options.js";
import { readEarlierReport } from "../check/read-earlier-report.js";
import { writeReports } from "../check/write-reports.js";
import type { Arguments } from "../command/arguments.js";
import type { Command } from "../command/command.js";
import { usageError } from "../command/command-error.js";
import type { ExitName } from "../command/exit-codes.js";
import { callerOptions } from "../remote/caller-headers.js";
import { readAddress } from "../remote/connect.js";
import type { Terminal } from "../terminal/terminal.js";
import { write } from "../terminal/write.js";

/** `wellhead check`: judges any connector by its address alone. */
export const check: Command = {
  name: "check",
  summary: "Judge a connector against the interface",
  operands: "<url>",
  operandCount: [1, 1],
  description: [
    "Works on every connector, in any language and of either public generation. Every requirement is listed in\ndocs/is-my-connector-right.md with its reason and its fix.",
    "It changes nothing. It sends a bounded number of requests, one at a time by default. Without an account it\njudges only what needs none. Exit code 0: nothing failed; 10: something failed; 6: not a connector.",
  ],
  options: {
    profile: {
      value: "profile",
      description: "interface, v1, v2, v3 or all; default: the generation that is detected",
    },
    account: { value: "file", description: "JSON file with a working account, flat" },
    source: { value: "id", description: "Source to judge; default: the first that can be read" },
    filter: {
      value: "name=value",
      short: "f",
      several: true,
      description: "A filter; the value is JSON or text",
    },
    failing: { value: "source", description: "Source known to fail midway, to judge how failures end" },
    previous: { value: "file", description: "GET / of an earlier version, to judge compatibility" },
    only: { value: "name", several: true, description: "Area or requirement to judge; default: all" },
    callback: { value: "url", description: "Callback address the connector accepts" },
    "oauth-provider": {
      value: "port",
      description: "Start an OAuth provider at this port, for a connector that is configured to use it",
    },
    "read-only": { description: "Skip requests that could use up a refresh token or start an account setup" },
    strict: { description: "Count a requirement that needs a missing option as a failure" },
    "fail-on-warning": { description: "Count warnings as failures" },
    concurrency: {
      value: "requests",
      description: "Number of requests at the same time; default: 1, and 4 for a slow connector",
    },
    budget: { value: "requests", description: "Maximum number of requests; default: 600" },
    timeout: { value: "ms", description: "Maximum time to wait for one response; default: 10000" },
    all: { description: "List requirements that are met or do not apply too" },
    json: { description: "Print the report as JSON" },
    output: {
      value: "file",
      short: "o",
      several: true,
      description: "Write a report: .json, .xml (JUnit), .html, .sarif, .github or .svg",
    },
    ...callerOptions,
    compare: { value: "file", description: "Earlier JSON report; shows what changed since" },
  },
  examples: [
    { line: "wellhead check http://127.0.0.1:8642", does: "Check everything that needs no account" },
    {
      line: "wellhead check https://connector.example --account account.json -o report.html",
      does: "In depth",
    },
    { line: "wellhead check http://127.0.0.1:8642 --only streaming --only formats", does: "Two areas" },
  ],
  run,
};

async function run(commandLine: Arguments, terminal: Terminal): Promise<ExitName> {
  const base = readAddress(commandLine.operands[0] ?? "");
  const earlier = await readEarlierReport(commandLine.value("compare"), terminal);
  const options = await readCheckOptions(commandLine, terminal);
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
    if (error instanceof RangeError) throw usageError(error.message, { cause: error });
    throw error;
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
  const { stdout, env } = terminal;
  if (commandLine.has("json")) {
    await write(stdout, `${JSON.stringify(report, undefined, 2)}\n`);
  } else {
    const colours = stdout.isTTY === true && !env["NO_COLOR"] && env["TERM"] !== "dumb";
    await write(stdout, terminalReport(report, { colours, all: commandLine.has("all") }));
  }
  if (earlier === undefined) return;
  const output = commandLine.has("json") ? terminal.stderr : stdout;
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
