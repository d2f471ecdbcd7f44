import { setTimeout } from "node:timers/promises";
import { type Account, type Connector, ConnectorError } from "@wellhead/client";
import type { Arguments } from "../command/arguments.js";
import type { CommandOption } from "../command/command.js";
import { CommandError } from "../command/command-error.js";
import type { ExitName } from "../command/exit-codes.js";
import { readFilters } from "../pull/read-filters.js";
import { formatNumber } from "../terminal/format-number.js";
import { printableText } from "../terminal/printable-text.js";
import type { Terminal } from "../terminal/terminal.js";
import { write } from "../terminal/write.js";
import { limitText, previewDeletions } from "./preview-deletions.js";
import type { SynchronizeOptions } from "./sync-options.js";
import { SyncProgress } from "./sync-progress.js";
import { SyncStore } from "./sync-store.js";
import { planTypes, synchronize, type TypeFailure } from "./synchronize.js";
import { openTarget, type SyncTarget } from "./targets/open-target.js";
import { verifyTarget } from "./verify-target.js";

/** The options of a synchronization. */
export const syncOptions: Readonly<Record<string, CommandOption>> = {
  sync: {
    value: "target",
    description:
      "Synchronize types of entities into a folder of Parquet files, a .duckdb or a .sqlite file, or a schema of postgres://…?schema=name, and go on where an earlier run was stopped",
  },
  types: { value: "id", several: true, description: "For --sync: a type to read; default: all" },
  full: { description: "For --sync: read everything, even if the connector can send changes" },
  lookback: {
    value: "minutes",
    description: "For --sync: how long before the last run changes are asked for; default: 10",
  },
  "allow-deletions": { description: `For --sync: delete rows even if they are ${limitText}` },
  "dry-run": { description: "For --sync: list the deletions with their reasons, and change nothing" },
  verify: { description: "For --sync: compare the target with the source, and change nothing" },
  sample: { value: "rows", description: "For --verify: rows of each type to compare; default: all" },
};

/** The parts of a command that a synchronization needs. */
export interface RunSyncOptions {
  readonly connector: Connector;
  readonly terminal: Terminal;
  readonly signal: AbortSignal;
  /** Returns the account, validated. */
  readonly findAccount: () => Promise<Account>;
  /** Time of the connector by its last response. */
  readonly serverTime: () => number | undefined;
}

const minuteMs = 60_000;
const defaultLookbackMinutes = 10;
/** Deletions and differences of a type that are listed. */
const maxListed = 20;

/**
 * Synchronizes types of a connector into a target, previews the deletions, or verifies the target.
 *
 * @param commandLine - The command line
 * @param options - Connector, account and terminal
 * @returns The name of the exit code
 * @throws CommandError when the target cannot be used
 */
export async function runSync(commandLine: Arguments, options: RunSyncOptions): Promise<ExitName> {
  const { connector, terminal, signal } = options;
  const isVerifying = commandLine.has("verify");
  const isPreview = commandLine.has("dry-run");
  const sample = commandLine.count("sample");
  const lookback = commandLine.count("lookback") ?? defaultLookbackMinutes;
  const target = await openTarget(commandLine.value("sync") ?? "", {
    directory: terminal.directory,
    mustExist: isVerifying || isPreview,
  });
  const progress = new SyncProgress(terminal.stderr);
  try {
    const { synchronizer } = connector;
    const account = await options.findAccount();
    const filters = commandLine.values("filter");
    const form =
      filters.length === 0 ? [] : (await synchronizer.config({ account, validate: false, signal })).filter;
    const types = commandLine.values("types");
    const settings: SynchronizeOptions = {
      synchronizer,
      store: await SyncStore.open(target.database),
      ...(types.length > 0 && { types }),
      filter: readFilters(filters, { id: "synchronization", filter: form }),
      account: (isStale) => (isStale ? options.findAccount() : Promise.resolve(account)),
      lookbackMs: lookback * minuteMs,
      isFull: commandLine.has("full"),
      allowsDeletions: commandLine.has("allow-deletions"),
      signal,
      page: (type, rows) => progress.page(type, rows),
      note: (text) => progress.note(printableText(text)),
      now: Date.now,
      serverTime: options.serverTime,
      wait: (milliseconds, stop) => setTimeout(milliseconds, undefined, { signal: stop }),
      makeId: () => crypto.randomUUID(),
    };
    if (isVerifying) return await verify(settings, { terminal, progress, maxRows: sample });
    if (isPreview) return await preview(settings, { terminal, progress });
    return await bring(settings, { terminal, progress, target });
  } catch (error) {
    throw signal.aborted ? error : explainTarget(error);
  } finally {
    progress.clear();
    await target.database.close();
  }
}

interface Outputs {
  readonly terminal: Terminal;
  readonly progress: SyncProgress;
}

async function bring(
  settings: SynchronizeOptions,
  { terminal, progress, target }: Outputs & { readonly target: SyncTarget },
): Promise<ExitName> {
  const { store } = settings;
  // The files of rows that an earlier run applied and could not write.
  for (const type of store.types) await publishType(type, store, target.publish);
  const { failures } = await synchronize({
    ...settings,
    applied: async (result) => {
      await publishType(result.type, store, target.publish);
      progress.finish(result);
    },
  });
  return reportFailures(failures, terminal);
}

async function publishType(type: string, store: SyncStore, publish: SyncTarget["publish"]): Promise<void> {
  const state = store.stateOf(type);
  if (publish === undefined || state === undefined || state.isPublished) return;
  await publish(state.table);
  await store.markPublished(type);
}

async function preview(settings: SynchronizeOptions, { terminal, progress }: Outputs): Promise<ExitName> {
  const plan = await planTypes(settings);
  for (const type of plan.types) {
    const { before, inserted, deletions, isRefused } = await previewDeletions(type, { ...settings, plan });
    progress.clear();
    const lines = deletions.slice(0, maxListed).map(({ key, reason }) => `  ${key}: ${reason}`);
    const rest =
      deletions.length > maxListed ? [`  and ${formatNumber(deletions.length - maxListed)} more`] : [];
    const refusal = isRefused ? ["  It would be refused without --allow-deletions."] : [];
    const summary = `${type}: would insert ${formatNumber(inserted)} and delete ${formatNumber(deletions.length)} of ${formatNumber(before)} rows.`;
    await writeLines(terminal, [summary, ...lines, ...rest, ...refusal]);
  }
  return "success";
}

async function verify(
  settings: SynchronizeOptions,
  { terminal, progress, maxRows }: Outputs & { readonly maxRows: number | undefined },
): Promise<ExitName> {
  const plan = await planTypes(settings);
  let isEqual = true;
  for (const type of plan.types) {
    const { compared, isComplete, differences } = await verifyTarget(type, { ...settings, plan, maxRows });
    progress.clear();
    const lines = differences.slice(0, maxListed).map(({ key, what }) => `  ${key}: ${what}`);
    const rest =
      differences.length > maxListed ? [`  and ${formatNumber(differences.length - maxListed)} more`] : [];
    const outcome = differences.length === 0 ? "no difference" : `${formatNumber(differences.length)} differ`;
    const scope = isComplete ? "all" : "the first";
    await writeLines(terminal, [
      `${type}: compared ${scope} ${formatNumber(compared)} rows, ${outcome}.`,
      ...lines,
      ...rest,
    ]);
    isEqual &&= differences.length === 0;
  }
  return isEqual ? "success" : "differs";
}

async function writeLines(terminal: Terminal, lines: readonly string[]): Promise<void> {
  await write(terminal.stdout, lines.map((line) => `${printableText(line)}\n`).join(""));
}

/** Reports each type that failed. The first one determines the exit code. */
async function reportFailures(failures: readonly TypeFailure[], terminal: Terminal): Promise<ExitName> {
  for (const { type, error } of failures) {
    const explained = explainTarget(error);
    if (!(explained instanceof ConnectorError) && !(explained instanceof CommandError)) throw error;
    await write(terminal.stderr, `${printableText(`${type}: ${explained.message}`)}\n`);
  }
  const error = failures[0]?.error;
  if (error === undefined) return "success";
  if (error instanceof CommandError) return error.exit;
  if (!(error instanceof ConnectorError)) return "unwritable";
  return error.code === "refused" ? "refused" : "unreachable";
}

/** An error that is neither of the connector nor a mistake of this program comes from the target. */
function explainTarget(error: unknown): unknown {
  const isKnown = error instanceof ConnectorError || error instanceof CommandError;
  if (isKnown || !(error instanceof Error) || error instanceof TypeError || error instanceof RangeError)
    return error;
  return new CommandError("unwritable", `Could not use the target: ${error.message}`, { cause: error });
}
