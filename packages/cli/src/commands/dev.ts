import { randomBytes } from "node:crypto";
import type { McpEndpoint, UpstreamCall } from "@wellhead/mcp";
import { StartProof } from "@wellhead/server";
import type { Tape } from "@wellhead/testing";
import { Workbench } from "@wellhead/workbench";
import { toolsOfSession } from "../author/tools-of-session.js";
import { type Arguments } from "../command-line/arguments.js";
import { CommandError, usageError } from "../command-line/command-error.js";
import { type ExitName } from "../command-line/exit-codes.js";
import { startDevServer, toolsPath } from "../dev/dev-server.js";
import { DevSession } from "../dev/dev-session.js";
import type { DevState } from "../dev/dev-state.js";
import { printReport } from "../dev/print-report.js";
import { formatCall, formatState } from "../dev/print-state.js";
import type { RowsRequest } from "../dev/sample-rows.js";
import { storedAccount } from "../read/pull/account-file.js";
import { consoleFolder } from "../serve/console/console-folder.js";
import { printNextLinks } from "../serve/console/print-links.js";
import { formatTapeAccount, readTape } from "../serve/read-tape.js";
import { readTapePath } from "../serve/serve-settings.js";
import { readServerToken } from "../serve/server-token.js";
import { ownOption } from "../terminal/own-command.js";
import { makePaint } from "../terminal/paint.js";
import { type StopWatch, watchStopSignals } from "../terminal/stop-signal.js";
import type { Terminal } from "../terminal/terminal.js";
import { write } from "../terminal/write.js";

const defaultPort = 8642;
const defaultInspectPort = 9229;

/**
 * Runs `wellhead dev`: serves a connector with the console, and loads it again on every save.
 *
 * @param commandLine - The command line
 * @param terminal - Provides streams, environment and folder
 * @returns The name of the exit code
 */
export async function runDev(commandLine: Arguments, terminal: Terminal): Promise<ExitName> {
  const folder = consoleFolder();
  if (folder === undefined)
    throw usageError("Could not open the console: its page has not been built. Run npm run build.");
  const account = commandLine.value("account");
  const tape = readTapePath(commandLine, terminal);
  const taped = tape === undefined ? undefined : await readTape(tape);
  const token = (await readServerToken(commandLine, terminal)) ?? randomBytes(24).toString("base64url");
  const stop = watchStopSignals();
  const subject = { words: commandLine.operands, config: commandLine.value("config") };
  const session = new DevSession({
    request: {
      ...subject,
      tape,
      inspectPort: readInspectPort(commandLine),
    },
    directory: terminal.directory,
    env: terminal.env,
    checksTypes: !commandLine.has("no-types"),
    account:
      account === undefined
        ? undefined
        : (connector) => storedAccount(account, { terminal, target: { connector } }),
    onReport: (report) => printReport(report, terminal),
  });
  const firstRows = taped && firstReadOf(taped);
  if (firstRows !== undefined) session.noteRows(firstRows);
  const tools = toolsOfSession({ session, subject, terminal, account, tape });
  try {
    await serve(session, { folder, token, tools, taped, stop, commandLine, terminal });
  } finally {
    await session.close();
    stop.end();
    terminal.whenStopped?.();
  }
  return "success";
}

/** What {@link serve} needs. */
interface DevServing {
  /** Folder of the page. */
  readonly folder: string;
  /** Bearer token of programs. */
  readonly token: string;
  readonly tools: McpEndpoint;
  readonly taped: Tape | undefined;
  readonly stop: StopWatch;
  readonly commandLine: Arguments;
  readonly terminal: Terminal;
}

/** Serves the page and the revisions of a session until the person stops it. */
async function serve(
  session: DevSession,
  { folder, token, tools, taped, stop, commandLine, terminal }: DevServing,
): Promise<void> {
  const { board } = session;
  const proof = new StartProof({ path: "/console", token });
  const server = await startDevServer({
    folder,
    proof,
    board,
    port: readPort(commandLine, terminal),
    serving: () => session.current,
    onRows: (request) => session.noteRows(request),
    data: async (reach) => new Workbench(reach),
    tools,
  }).catch((error: unknown) => {
    throw explainPort(error, terminal.env);
  });
  try {
    await printAddress(proof.linkTo(server.url), commandLine, terminal);
    await printTools({ url: new URL(toolsPath, server.url).href, token }, commandLine, terminal);
    if (!commandLine.has("json")) printNextLinks({ page: server.url, proof, terminal });
    if (taped !== undefined) await write(terminal.notes, formatTapeAccount(taped));
    board.follow(printEvents(commandLine, terminal));
    // A definition with an endless loop never loads.
    await Promise.race([session.start(), stop.asked]);
    await stop.asked;
  } finally {
    await tools.close();
    await server.close();
  }
}

/** Returns the first read of a tape, which is compared after each save until the page has requested other rows. */
function firstReadOf({ connector, account, reads: [read] }: Tape): RowsRequest | undefined {
  if (read === undefined) return undefined;
  return { connector, source: read.source, body: { account, filter: read.filter ?? {} } };
}

/** Reads the port as `wellhead serve` does: the option, else `PORT`. */
function readPort(commandLine: Arguments, { env }: Terminal): number {
  const typed = commandLine.count("port", 65_535);
  if (typed !== undefined) return typed;
  const set = env["PORT"] ?? "";
  if (set === "") return defaultPort;
  const port = Number(set);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw usageError(`Could not read PORT: expected a port from 0 to 65535, got "${set}".`);
}

function readInspectPort(commandLine: Arguments): number | undefined {
  const port = commandLine.count("inspect-port", 65_535);
  return port ?? (commandLine.has("inspect") ? defaultInspectPort : undefined);
}

async function printAddress(url: string, commandLine: Arguments, terminal: Terminal): Promise<void> {
  const line = commandLine.has("json")
    ? JSON.stringify({ event: "listening", data: { url } })
    : `Open ${makePaint(terminal, terminal.stdout).bold(url)}`;
  await write(terminal.stdout, `${line}\n`);
}

/** Prints where coding agents reach the tools of authors. A token of a file is known to who wrote it. */
async function printTools(
  tools: { readonly url: string; readonly token: string },
  commandLine: Arguments,
  terminal: Terminal,
): Promise<void> {
  if (commandLine.has("json")) {
    terminal.stdout.write(`${JSON.stringify({ event: "tools", data: tools })}\n`);
    return;
  }
  const { url, token } = tools;
  const header =
    commandLine.value("server-token-file") === undefined ? `, Authorization: Bearer ${token}` : "";
  await write(terminal.notes, `Tools for coding agents: ${url}${header}\n`);
}

/** Returns a listener that prints states as lines for people, or every event as a line of JSON. */
function printEvents(
  commandLine: Arguments,
  terminal: Terminal,
): (event: "state" | "call", data: DevState | UpstreamCall) => void {
  const { stdout, notes } = terminal;
  if (commandLine.has("json")) return (event, data) => stdout.write(`${JSON.stringify({ event, data })}\n`);
  const paint = makePaint(terminal, stdout);
  let before: DevState | undefined;
  return (_event, data) => {
    if ("method" in data) {
      notes.write(`${formatCall(data, paint)}\n`);
      return;
    }
    const lines = formatState(before ?? data, data, paint);
    before = data;
    if (lines.length > 0) stdout.write(`${lines.join("\n")}\n`);
  };
}

function explainPort(error: unknown, env: Terminal["env"]): unknown {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (!code.startsWith("EADDR") && code !== "EACCES") return error;
  return new CommandError(
    "unavailableAddress",
    `Could not listen on the port: ${code}. Choose another with ${ownOption(env, "--port 0")} (0 chooses a free one).`,
    { cause: error },
  );
}
