import type { ConformanceOptions, SentRequest, Waiting } from "@wellhead/conformance";
import type { Arguments } from "../../command-line/arguments.js";
import { usageError } from "../../command-line/command-error.js";
import { profiles } from "../../command-line/usage/check-usage.js";
import { readCallerHeaders } from "../../remote/caller-headers.js";
import { formatExchange } from "../../remote/trace-exchanges.js";
import type { Terminal } from "../../terminal/terminal.js";
import { storedAccount } from "../pull/account-file.js";
import { readJsonFile } from "./read-json-file.js";

/** Where `wellhead check` runs. */
export interface CheckWorld {
  /** Provides the folder that relative paths are resolved against. */
  readonly terminal: Terminal;
  /** The address that is checked. */
  readonly base: URL;
}

/**
 * Reads the options of `wellhead check` from the command line.
 *
 * @param commandLine - The command line
 * @param world - The terminal and the address
 * @returns Options of the conformance suite
 * @throws CommandError when an option or a file is invalid
 */
export async function readCheckOptions(
  commandLine: Arguments,
  { terminal, base }: CheckWorld,
): Promise<ConformanceOptions> {
  const account = commandLine.value("account");
  const previous = commandLine.value("previous");
  const failing = commandLine.value("failing");
  const source = commandLine.value("source");
  const callbackUri = commandLine.value("callback");
  const profile = commandLine.choice("profile", profiles);
  const timeout = commandLine.count("timeout");
  const budget = commandLine.count("budget");
  const concurrency = commandLine.count("concurrency", 32);
  const rate = commandLine.count("rate", 1_000);
  const filters = commandLine.values("filter");
  const stored =
    account === undefined ? undefined : storedAccount(account, { terminal, target: { address: base } });
  return {
    ...(stored !== undefined && { account: await stored.read() }),
    ...(previous !== undefined && { previous: await readJsonFile(previous, "previous", terminal) }),
    ...(failing !== undefined && { failing: { source: failing } }),
    ...(source !== undefined && { source }),
    ...(callbackUri !== undefined && { callbackUri }),
    ...(profile !== undefined && { profile }),
    ...(timeout !== undefined && { requestTimeout: Math.max(timeout, 1) }),
    ...(filters.length > 0 && { filter: readFilter(filters) }),
    headers: await readCallerHeaders(commandLine, terminal),
    only: commandLine.values("only"),
    ...(budget !== undefined && { maxRequests: Math.max(budget, 1) }),
    ...(concurrency !== undefined && { concurrency: Math.max(concurrency, 1) }),
    ...(rate !== undefined && { rate: Math.max(rate, 1) }),
    onWaiting: (waiting) => terminal.notes.write(formatWaiting(waiting)),
    // A connected account is used by other commands, which need its tokens to stay valid.
    readOnly: commandLine.has("read-only") || stored?.isShared === true,
    strict: commandLine.has("strict"),
    ...(terminal.isVerbose && { onSent: (sent) => terminal.stderr.write(formatSent(sent)) }),
  };
}

function formatWaiting({ milliseconds, status }: Waiting): string {
  const reason = status === undefined ? "states that no request is left" : `returned ${status}`;
  return `Waiting ${Math.ceil(milliseconds / 1_000)} s: the connector ${reason}\n`;
}

/** A check leaves bodies that it need not read to the end, which is not an error. */
function formatSent({ method, url, status, totalMs, wireBytes, ending }: SentRequest): string {
  const isFailed = ending !== "whole" && ending !== "left";
  return formatExchange({ method, url, status, milliseconds: totalMs, bytes: wireBytes, isFailed });
}

function readFilter(texts: readonly string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    texts.map((text) => {
      const at = text.indexOf("=");
      if (at < 1) throw usageError(`Could not read --filter: expected name=value, got "${text}".`);
      return [text.slice(0, at), readValue(text.slice(at + 1))];
    }),
  );
}

function readValue(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return text;
  }
}
