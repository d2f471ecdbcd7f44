import { ConnectorError } from "@wellhead/client";
import type { Arguments } from "../command-line/arguments.js";
import { CommandError } from "../command-line/command-error.js";
import type { ExitName } from "../command-line/exit-codes.js";
import { formatNumber } from "../terminal/format-number.js";
import type { Terminal } from "../terminal/terminal.js";
import { previewDeletions } from "./preview-deletions.js";
import { explainTarget, type SyncSession, withSyncSession } from "./sync-session.js";
import { tablesOf } from "./sync-state.js";
import type { SyncStore } from "./sync-store.js";
import { planTypes, synchronize, type TypeFailure } from "./synchronize.js";
import type { SyncTarget } from "./targets/open-target.js";

/** Maximum number of deletions listed for a type. */
const maxListed = 20;

/**
 * Synchronizes types of a connector into a target, or previews the deletions.
 *
 * @param base - Address of the connector
 * @param commandLine - The command line
 * @param terminal - Provides streams, environment and folder
 * @returns The name of the exit code
 * @throws CommandError when the target cannot be used
 */
export async function runSync(base: URL, commandLine: Arguments, terminal: Terminal): Promise<ExitName> {
  const isPreview = commandLine.has("dry-run");
  const options = {
    base,
    terminal,
    target: commandLine.value("sync") ?? "",
    mustExist: isPreview,
    name: "synchronization",
  };
  return withSyncSession(commandLine, options, isPreview ? preview : bring);
}

async function bring(session: SyncSession): Promise<ExitName> {
  const { settings, progress, target, print, asJson } = session;
  const { store } = settings;
  // Writes the files that an earlier run could not write after it had applied their rows.
  for (const type of store.types) await publishType(type, store, target.publish);
  const { failures } = await synchronize({
    ...settings,
    applied: async (result) => {
      await publishType(result.type, store, target.publish);
      if (asJson) await print([JSON.stringify(result)]);
      else progress.finish(result);
    },
  });
  return reportFailures(failures, session.report);
}

async function publishType(type: string, store: SyncStore, publish: SyncTarget["publish"]): Promise<void> {
  const state = store.stateOf(type);
  if (publish === undefined || state === undefined || state.isPublished) return;
  for (const table of tablesOf(state)) await publish(table);
  await store.markPublished(type);
}

async function preview({ settings, print, asJson }: SyncSession): Promise<ExitName> {
  const plan = await planTypes(settings);
  for (const type of plan.types) {
    const found = await previewDeletions(type, { ...settings, plan });
    if (asJson) {
      await print([JSON.stringify(found)]);
      continue;
    }
    const { before, inserted, deletions, isRefused } = found;
    const lines = deletions.slice(0, maxListed).map(({ key, reason }) => `  ${key}: ${reason}`);
    const others = deletions.length - maxListed;
    const summary = `${type}: would insert ${formatNumber(inserted)} and delete ${formatNumber(deletions.length)} of ${formatNumber(before)} rows.`;
    await print([
      summary,
      ...lines,
      ...(others > 0 ? [`  and ${formatNumber(others)} more`] : []),
      ...(isRefused ? ["  It would be refused without --allow-deletions."] : []),
    ]);
  }
  return "success";
}

/** Reports each type that failed. The first one determines the exit code. */
async function reportFailures(
  failures: readonly TypeFailure[],
  report: SyncSession["report"],
): Promise<ExitName> {
  for (const { type, error } of failures) {
    const explained = explainTarget(error);
    if (!(explained instanceof ConnectorError) && !(explained instanceof CommandError)) throw error;
    await report(`${type}: ${explained.message}`);
  }
  const error = failures[0]?.error;
  if (error === undefined) return "success";
  if (error instanceof CommandError) return error.exit;
  if (!(error instanceof ConnectorError)) return "unwritable";
  return error.code === "refused" ? "refused" : "unreachable";
}
