import type { Connector } from "@wellhead/sdk";
import { startConnector } from "../service/start-connector.js";
import { type FaultKind, hasItems } from "../tape/faults.js";
import { constantPointer, isNextPage, pageAfter } from "../tape/next-page.js";
import { replay } from "../tape/replay.js";
import type { Tape } from "../tape/tape.js";
import type { Upstream } from "../upstream/upstream.js";
import { makeCalls } from "./make-calls.js";
import { playTape } from "./play-tape.js";

/** A fault that {@link playFaults} plays: each must end with the same rows, or with an error. */
export type PlayedFaultKind = Exclude<FaultKind, "tie">;

/** What a connector made of a fault. */
export interface FaultOutcome {
  /** Number of the interaction on the tape, from 1. */
  readonly at: number;
  readonly kind: PlayedFaultKind;
  /** Method and address of the request. */
  readonly request: string;
  /**
   * - `right`: the same rows as without the fault, in any order, because a list that is read again may give them in
   *   another one; for an empty page, those of all other pages.
   * - `reported`: an error, or an ending that says that rows are missing.
   * - `stopped`: the connector took an empty page, or one without a pointer, for the last one. That is right only if the
   *   API says so.
   * - `wrong`: rows are lost or repeated, and nothing says so.
   */
  readonly outcome: "right" | "reported" | "stopped" | "wrong";
  /** What was reported, or how the rows differ; empty for `right`. */
  readonly detail: string;
}

const allKinds: readonly PlayedFaultKind[] = [
  "rate limit",
  "cut",
  "expired",
  "repeated page",
  "empty page",
  "missing pointer",
];

/**
 * Plays a tape once per response and fault, and compares the rows with those of the undisturbed tape.
 *
 * @param connector - The connector
 * @param tape - The tape
 * @param kinds - The faults. Default: all
 * @param onPlayed - Called after each fault with the number of those played so far, and of all. Default: not called
 * @returns An outcome for each response and fault that applies to it
 * @throws Error when the connector does not read the undisturbed tape
 */
export async function playFaults(
  connector: Connector,
  tape: Tape,
  kinds: readonly PlayedFaultKind[] = allKinds,
  onPlayed?: (played: number, total: number) => void,
): Promise<readonly FaultOutcome[]> {
  const undisturbed = rowTexts(await playTape(connector, tape));
  const faults = tape.interactions.flatMap(({ request }, index) =>
    kinds
      .filter((kind) => applies(kind, tape, index))
      .map((kind) => ({ fault: { at: index + 1, kind }, request: `${request.method} ${request.url}` })),
  );
  const outcomes: FaultOutcome[] = [];
  for (const { fault, request } of faults) {
    const outcome = await playOne(connector, tape, { fault, undisturbed });
    outcomes.push({ ...fault, request, ...outcome });
    onPlayed?.(outcomes.length, faults.length);
  }
  return outcomes;
}

type Outcome = Pick<FaultOutcome, "outcome" | "detail">;

async function playOne(
  connector: Connector,
  tape: Tape,
  play: {
    readonly fault: { readonly at: number; readonly kind: PlayedFaultKind };
    readonly undisturbed: readonly string[];
  },
): Promise<Outcome> {
  const { fault, undisturbed } = play;
  const { account, reads } = tape;
  const upstream = replay(tape, { faults: [fault] });
  const service = await startConnector(connector, { account, upstream });
  try {
    const rows = rowTexts(await makeCalls(service.client, { account, reads }));
    const isStopped = isUnread(upstream, nextPage(tape, fault.at));
    if (fault.kind === "empty page") return isStopped ? stopped(emptyPage, rows) : right;
    if (fault.kind !== "missing pointer" || !isStopped) return compare(undisturbed, rows);
    return stopped(withoutPointer(tape, fault.at), rows);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { outcome: "reported", detail: fault.kind === "expired" ? `${playedStatus}${message}` : message };
  } finally {
    await service.stop();
  }
}

const right: Outcome = { outcome: "right", detail: "" };

/** Only its own response shows how an API reports that an account has expired. */
const playedStatus =
  "status 401 was played. If the API reports an expired account otherwise, such as with status 200 and an error in the body, play that in a test. The connector reported: ";

/** Rows of an empty page are gone in any case, and what belongs to them; the page after it must be requested. */
const emptyPage =
  "the page after the empty one. That is right only if the API says that an empty page is the last";

/** Says what was not requested where a page lacks its pointer to the next one. */
function withoutPointer({ interactions }: Tape, at: number): string {
  const page = interactions[at - 1];
  const name = page && constantPointer(interactions, page)?.slice(1);
  return `the page after one without "${name}". The last page of the tape has "${name}" without a value, so a page that lacks it is not the last: set missingEnds to false`;
}

function stopped(unread: string, rows: readonly string[]): Outcome {
  return {
    outcome: "stopped",
    detail: `the connector returned ${rows.length} rows as complete, and did not request ${unread}`,
  };
}

function isUnread(upstream: Upstream, at: number | undefined): boolean {
  return upstream.unread?.().some((line) => line.startsWith(`interaction ${at}:`)) === true;
}

/** Returns the number of the page after another on the tape, from 1. */
function nextPage({ interactions }: Tape, at: number): number | undefined {
  const page = interactions[at - 1];
  const next = page && pageAfter(interactions, page);
  return next && interactions.indexOf(next) + 1;
}

function compare(undisturbed: readonly string[], rows: readonly string[]): Outcome {
  const lost = countOthers(undisturbed, rows);
  const added = countOthers(rows, undisturbed);
  if (lost === 0 && added === 0) return right;
  const detail = `expected the ${undisturbed.length} rows as without the fault, or an error; got ${rows.length} rows as complete: ${lost} lost, ${added} repeated or changed`;
  return { outcome: "wrong", detail };
}

/** Counts the rows that others do not have, or not as often. */
function countOthers(rows: readonly string[], others: readonly string[]): number {
  const left = new Map<string, number>();
  for (const row of others) left.set(row, (left.get(row) ?? 0) + 1);
  return rows.filter((row) => {
    const count = left.get(row) ?? 0;
    left.set(row, count - 1);
    return count <= 0;
  }).length;
}

function rowTexts(played: Awaited<ReturnType<typeof makeCalls>>): readonly string[] {
  return played.flatMap(({ read, rows }, index) =>
    rows.map((row) => JSON.stringify([index, read.source, row])),
  );
}

/**
 * A page can repeat only what came before. Whether a list goes on after an empty page shows only where there is a further
 * page; a response that is empty itself, or has a list that is no page, says nothing.
 */
function applies(kind: PlayedFaultKind, { interactions }: Tape, index: number): boolean {
  const interaction = interactions[index];
  if (interaction === undefined || interaction.refused === true) return false;
  if (kind === "missing pointer") return constantPointer(interactions, interaction) !== undefined;
  if (kind === "empty page")
    return hasItems(interaction.response) && pageAfter(interactions, interaction) !== undefined;
  if (kind !== "repeated page") return true;
  const before = interactions.slice(0, index).findLast(({ response }) => hasItems(response));
  return before !== undefined && hasItems(interaction.response) && isNextPage(before, interaction);
}
