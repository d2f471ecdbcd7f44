import {
  type HttpListener,
  type HttpOptions,
  type HttpServer,
  type McpConnector,
  type McpLimits,
  type ServingOptions,
  serveOverHttp,
  serveOverStdio,
} from "@wellhead/mcp";
import { endWithParent } from "@wellhead/server";
import { explainCommandError, openAuthorFolder } from "../author/open-author-folder.js";
import type { Arguments } from "../command-line/arguments.js";
import { CommandError, usageError } from "../command-line/command-error.js";
import type { ExitName } from "../command-line/exit-codes.js";
import { readVersion } from "../command-line/read-version.js";
import {
  accountOf,
  currentAccount,
  headersOf,
  type NamedConnector,
  openConnectors,
  readGivenConnector,
} from "../read/sql/named-connectors.js";
import { connect } from "../remote/connect.js";
import { readServerToken } from "../serve/server-token.js";
import { printableText } from "../terminal/printable-text.js";
import { type StopWatch, watchStopSignals } from "../terminal/stop-signal.js";
import type { Terminal } from "../terminal/terminal.js";
import { write } from "../terminal/write.js";

/**
 * Runs `wellhead mcp`: a Model Context Protocol server over the rows of any connectors.
 *
 * @param commandLine - The command line
 * @param terminal - Provides streams, environment and folder
 * @returns The name of the exit code
 */
export async function runMcp(commandLine: Arguments, terminal: Terminal): Promise<ExitName> {
  const stop = watchStopSignals();
  const opened = await (commandLine.has("author") ? openAuthor : openRows)(
    commandLine,
    terminal,
    stop.signal,
  ).catch((error: unknown) => {
    stop.end();
    throw error;
  });
  try {
    await serve(opened.serving, { commandLine, terminal, stop });
  } finally {
    await opened.close();
    stop.end();
    terminal.whenStopped?.();
  }
  return "success";
}

/** What is served, and what closes it. */
interface OpenedServing {
  readonly serving: ServingOptions;
  readonly close: () => Promise<void>;
}

async function openAuthor(commandLine: Arguments, terminal: Terminal): Promise<OpenedServing> {
  const folder = await openAuthorFolder(commandLine, terminal);
  return {
    serving: {
      author: folder.author,
      version: readVersion(),
      explain: explainCommandError,
      onError: reportTo(terminal),
      ...answerSizeOf(commandLine),
    },
    close: folder.close,
  };
}

async function openRows(
  commandLine: Arguments,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<OpenedServing> {
  const given = commandLine.operands.map(readGivenConnector);
  const opened = await openConnectors(given, { commandLine, terminal, signal });
  try {
    const validates = !commandLine.has("no-validate");
    const connectors = await Promise.all(opened.connectors.map((named) => offer(named, terminal, validates)));
    return {
      serving: {
        connectors,
        version: readVersion(),
        limits: readLimits(commandLine),
        validates,
        onError: reportTo(terminal),
      },
      close: () => opened.close(),
    };
  } catch (error) {
    await opened.close();
    throw error;
  }
}

function reportTo({ stderr }: Terminal): (error: unknown) => void {
  return (error) => {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    stderr.write(`${text.split("\n").map(printableText).join("\n")}\n`);
  };
}

async function serve(
  serving: ServingOptions,
  {
    commandLine,
    terminal,
    stop,
  }: { readonly commandLine: Arguments; readonly terminal: Terminal; readonly stop: StopWatch },
): Promise<void> {
  const port = commandLine.count("http", 65_535);
  if (port !== undefined)
    return serveHttp({ ...serving, ...(await readListener(commandLine, terminal)), port }, terminal, stop);
  const { stdin, stdout } = terminal;
  const orphaned = new AbortController();
  // A client that has ended npx may keep the pipe to this process open.
  const outlive = endWithParent({ onGone: () => orphaned.abort() });
  const signal = AbortSignal.any([stop.signal, orphaned.signal]);
  await serveOverStdio({ ...serving, stdin, stdout, signal }).finally(outlive);
}

async function serveHttp(options: HttpOptions, terminal: Terminal, stop: StopWatch): Promise<void> {
  const server = await listen(options);
  try {
    const made = options.token === undefined ? `Send the header Authorization: Bearer ${server.token}\n` : "";
    await write(terminal.stdout, `Serving ${server.url.href}\n${made}`);
    await stop.asked;
  } finally {
    await server.close();
  }
}

async function listen(options: HttpOptions): Promise<HttpServer> {
  try {
    return await serveOverHttp(options);
  } catch (error) {
    if (error instanceof RangeError)
      throw usageError(`${error.message} Use --server-token-file.`, { cause: error });
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (!/^(?:EADDR|EACCES|ENOTFOUND)/.test(code)) throw error;
    throw new CommandError(
      "unavailableAddress",
      `Could not listen on ${options.host ?? "127.0.0.1"}:${options.port}: ${code}. Choose another port or host.`,
      { cause: error },
    );
  }
}

async function offer(named: NamedConnector, terminal: Terminal, validates: boolean): Promise<McpConnector> {
  const { name, base } = named;
  const headers = await headersOf(named, terminal);
  const account = accountOf(named, terminal);
  // Reports an account that cannot be used, before a client connects.
  await account?.read();
  const values = Object.values(headers);
  const segments = base.pathname.split("/").filter((segment) => segment.length >= 16);
  return {
    name,
    connect: (observe) => connect(base, { headers, terminal, observe }),
    // Errors may quote an address, and an address may contain credentials.
    secrets: [...values, ...values.map((value) => value.replace(/^\w+ /, "")), ...segments, base.password],
    ...(account && {
      account: {
        read: async () =>
          (await currentAccount(named, {
            connector: connect(base, { headers, terminal }),
            terminal,
            validates,
          })) ?? {},
        keep: account.keep,
      },
    }),
  };
}

function readLimits(commandLine: Arguments): McpLimits {
  const memory = commandLine.count("memory", 2 ** 24);
  const seconds = commandLine.count("time-limit", 2 ** 20);
  const rows = commandLine.count("max-rows");
  const requests = commandLine.count("max-requests");
  return {
    ...(memory !== undefined && { maxMemory: Math.max(64, memory) * 2 ** 20 }),
    ...(seconds !== undefined && { timeoutMs: Math.max(1, seconds) * 1000 }),
    ...answerSizeOf(commandLine),
    ...(rows !== undefined && { maxSourceRows: rows }),
    ...(requests !== undefined && { maxRequestsPerHour: requests }),
  };
}

function answerSizeOf(commandLine: Arguments): Pick<McpLimits, "maxAnswerBytes"> {
  const bytes = commandLine.count("max-bytes", 2 ** 24);
  return bytes === undefined ? {} : { maxAnswerBytes: Math.max(4096, bytes) };
}

async function readListener(commandLine: Arguments, terminal: Terminal): Promise<HttpListener> {
  const host = commandLine.value("host");
  const token = await readServerToken(commandLine, terminal);
  return {
    hosts: commandLine.values("allow-host"),
    ...(host !== undefined && { host }),
    ...(token !== undefined && { token }),
  };
}
