import { setTimeout } from "node:timers/promises";
import { type Connector, ConnectorError } from "@wellhead/client";
import type { Arguments } from "../command-line/arguments.js";
import { CommandError } from "../command-line/command-error.js";
import { type FindAccountOptions, findAccount } from "../read/pull/find-account.js";
import { readFilters } from "../read/pull/read-filters.js";
import { readCallerHeaders } from "../remote/caller-headers.js";
import { connect } from "../remote/connect.js";
import { printableText } from "../terminal/printable-text.js";
import { watchStopSignals } from "../terminal/stop-signal.js";
import type { Terminal } from "../terminal/terminal.js";
import { write } from "../terminal/write.js";
import { type RetryWorld, withRetries } from "./retry.js";
import type { SynchronizeOptions } from "./sync-options.js";
import { SyncProgress } from "./sync-progress.js";
import { SyncStore } from "./sync-store.js";
import { requestConfig } from "./synchronize.js";
import { openTarget, type SyncTarget } from "./targets/open-target.js";

/** A connector and a target that are open. */
export interface SyncSession {
  readonly settings: SynchronizeOptions;
  readonly target: SyncTarget;
  readonly connector: Connector;
  readonly progress: SyncProgress;
  /** Writes lines to standard output, without characters that a terminal would interpret. */
  readonly print: (lines: readonly string[]) => Promise<void>;
  /** Writes an error to standard error. */
  readonly report: (line: string) => Promise<void>;
  /** Whether results are printed as JSON, a line each. */
  readonly asJson: boolean;
}

/** Options of {@link withSyncSession}. */
export interface SyncSessionOptions {
  /** Address of the connector. */
  readonly base: URL;
  readonly terminal: Terminal;
  /** The target as typed. */
  readonly target: string;
  /** Whether the target must exist. */
  readonly mustExist: boolean;
  /** Name of the work in errors, such as `synchronization`. */
  readonly name: string;
}

const minuteMs = 60_000;
const defaultLookbackMinutes = 10;

/**
 * Opens the target and the connector that a command line names, and closes the target when the work has ended.
 *
 * @param commandLine - The command line
 * @param options - Addresses and terminal
 * @param work - Uses the session
 * @returns What the work returns
 * @throws CommandError when the target cannot be used, or a signal stopped the work
 */
export async function withSyncSession<Result>(
  commandLine: Arguments,
  { base, terminal, target: typed, mustExist, name }: SyncSessionOptions,
  work: (session: SyncSession) => Promise<Result>,
): Promise<Result> {
  const headers = await readCallerHeaders(commandLine, terminal);
  const stop = watchStopSignals();
  let serverTime: number | undefined;
  const connector = connect(base, {
    headers,
    terminal,
    observe: () => ({
      head: (_status, received) => {
        serverTime = Date.parse(received.get("date") ?? "") || undefined;
      },
    }),
  });
  const progress = new SyncProgress(terminal.notes);
  let target: SyncTarget | undefined;
  try {
    target = await openTarget(typed, { directory: terminal.directory, mustExist });
    const store = await SyncStore.open(target.database);
    const world = { store, progress, serverTime: () => serverTime };
    const settings = await settingsOf(commandLine, { connector, terminal, stop }, world);
    const print = async (lines: readonly string[]) => {
      progress.clear();
      await write(terminal.stdout, lines.map((line) => `${printableText(line)}\n`).join(""));
    };
    const report = async (line: string) => {
      progress.clear();
      await write(terminal.stderr, `${printableText(line)}\n`);
    };
    return await work({
      settings,
      target,
      connector,
      progress,
      print,
      report,
      asJson: commandLine.has("json"),
    });
  } catch (error) {
    const reason = stop.reason();
    if (reason === undefined) throw explainTarget(error);
    const message = `Could not finish the ${name}: it was stopped. Run it again to go on.`;
    throw new CommandError(reason, message, { cause: error });
  } finally {
    progress.clear();
    await target?.database.close();
    stop.end();
  }
}

interface SettingsWorld extends Pick<SynchronizeOptions, "store" | "serverTime"> {
  readonly progress: SyncProgress;
}

async function settingsOf(
  commandLine: Arguments,
  reached: FindAccountOptions,
  { store, progress, serverTime }: SettingsWorld,
): Promise<SynchronizeOptions> {
  const { synchronizer } = reached.connector;
  const { signal } = reached.stop;
  const lookback = commandLine.count("lookback") ?? defaultLookbackMinutes;
  const world: RetryWorld = {
    signal,
    note: (text) => progress.note(printableText(text)),
    wait: (milliseconds, stopped) => setTimeout(milliseconds, undefined, { signal: stopped }),
  };
  let current = await withRetries("account", world, () => findAccount(commandLine, reached));
  const account = async (isStale: boolean) => {
    if (isStale) current = await findAccount(commandLine, reached);
    return current;
  };
  const filters = commandLine.values("filter");
  const config = filters.length === 0 ? undefined : await requestConfig({ synchronizer, account, ...world });
  const types = commandLine.values("types");
  return {
    synchronizer,
    store,
    ...(types.length > 0 && { types }),
    filter: readFilters(filters, { id: "synchronization", filter: config?.filter ?? [] }),
    config,
    account,
    lookbackMs: lookback * minuteMs,
    isFull: commandLine.has("full"),
    allowsDeletions: commandLine.has("allow-deletions"),
    ...world,
    begin: (type, rows) => progress.begin(type, rows),
    page: (page) => progress.page(page),
    now: Date.now,
    serverTime,
    makeId: () => crypto.randomUUID(),
  };
}

/**
 * Explains an error that neither comes from the connector nor is a mistake of this program: it comes from the target.
 *
 * @param error - Any error
 * @returns The error to report
 */
export function explainTarget(error: unknown): unknown {
  const isKnown = error instanceof ConnectorError || error instanceof CommandError;
  if (isKnown || !(error instanceof Error) || error instanceof TypeError || error instanceof RangeError)
    return error;
  return new CommandError("unwritable", `Could not use the target: ${error.message}`, { cause: error });
}
