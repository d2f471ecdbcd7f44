import { signal } from "@preact/signals";
import { didYouMean } from "@wellhead/contract/names";
import type { Account } from "../../connect/account/account.js";
import { validAccount } from "../../connect/account/accounts.js";
import type { SourceInfo } from "../../connect/connectors/application.js";
import { checkFilter } from "../../filter/check-filter.js";
import { draft, draftProblems, openedField, shareableFilter } from "../../filter/draft.js";
import { ranFilter, sentFilter } from "../../filter/sent-filter.js";
import { startStream } from "../../rows/data/stream-state.js";
import type { JsonRecord } from "../../text/record.js";
import { errorText } from "../../workbench/exchanges/error-text.js";
import type { changeView } from "../../workbench/view/view.js";
import { devState } from "../dev/dev-events.js";

/** What a run needs. */
export interface RunTarget {
  readonly base: string;
  readonly source: SourceInfo;
  readonly account: Account;
}

/** Whether the connector is checking a filter. */
export const checking = signal(false);

/** A message about the filter as a whole; empty when there is none. */
export const runProblem = signal("");

/** The latest run. */
let latest: LatestRun = { key: "", typed: {}, isChecking: false, isRequestedAgain: false };

interface LatestRun {
  readonly key: string;
  /** The filter as it was typed. Unlike the key it has the passwords. */
  readonly typed: JsonRecord;
  isChecking: boolean;
  /** Whether another request for the same rows has joined it. */
  isRequestedAgain: boolean;
}

/** Returns the key of a run: two runs with the same key request the same rows. */
function runKey({ base, source, account }: RunTarget): string {
  const filter = shareableFilter(source.filter, draft.peek());
  // Another revision of the connector may return other rows.
  return JSON.stringify([base, source.id, account.key, filter, devState.peek()?.loadedAt]);
}

/** Returns whether the rows of a run have been requested already. */
export function hasRun(target: RunTarget): boolean {
  return latest.key === runKey(target);
}

/**
 * Reports whether the filter of an address names a field that the source does not have, and says so to the user. Without
 * the field, more rows would be shown than the address asks for.
 */
export function refusesFilter({ filter: fields }: SourceInfo, filter: JsonRecord): boolean {
  const known = fields.map(({ id }) => id);
  const unknown = Object.keys(filter).find((name) => !known.includes(name));
  runProblem.value =
    unknown === undefined
      ? ""
      : `The address filters by "${unknown}", which this source does not have.${didYouMean(unknown, known)} Correct the address, or run the source without it.`;
  return unknown !== undefined;
}

/**
 * Validates the account as a platform does before each use, checks the filter and, if both are valid, makes it part of the address and requests the rows.
 *
 * A second request for the same rows joins a run in progress. If that run fails, whatever it failed by may be over since, so
 * that it is started once more.
 *
 * @param setView - `changeView` when the user asked for the run, which is then a step that Back undoes
 */
export async function runSource(target: RunTarget, setView: typeof changeView): Promise<void> {
  const { base, source } = target;
  const typed = draft.peek();
  const run: LatestRun = { key: runKey(target), typed, isChecking: true, isRequestedAgain: false };
  if (latest.isChecking && latest.key === run.key && latest.typed === typed) {
    latest.isRequestedAgain = true;
    return;
  }
  latest = run;
  checking.value = true;
  runProblem.value = "";
  openedField.value = undefined;
  try {
    const account = await validAccount(target.account);
    const checked = await checkFilter({ base, source: source.id, account, fields: source.filter, typed });
    // Another run may have started in the meantime.
    if (latest !== run) return;
    draftProblems.value = checked.problems;
    runProblem.value = checked.problem;
    openedField.value = [...checked.problems.keys()][0];
    if (checked.problems.size > 0 || checked.problem !== "") return;
    sentFilter.value = checked.values;
    ranFilter.value = { base, source: source.id, typed };
    setView({ base, source: source.id, filter: shareableFilter(source.filter, typed) });
    startStream({ base, source: source.id, account, filter: checked.values });
  } catch (error) {
    if (latest !== run) return;
    run.isChecking = false;
    if (run.isRequestedAgain) await runSource(target, setView);
    else runProblem.value = errorText(error, "Could not check the filter.");
  } finally {
    run.isChecking = false;
    if (latest === run) checking.value = false;
  }
}
