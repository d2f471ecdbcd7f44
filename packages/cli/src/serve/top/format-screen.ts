import type { Activity, ActivityOrder, ListedRequest } from "@wellhead/server";
import { formatBytes } from "../../terminal/format-number.js";
import type { Paint } from "../../terminal/paint.js";
import { printableText } from "../../terminal/printable-text.js";
import { cutText } from "../../terminal/text-width.js";
import { formatCount, formatDuration } from "./format-values.js";
import type { ReplicaState } from "./read-replica.js";
import { formatRequests, type NumberedRequest } from "./request-table.js";

/** Options of {@link formatScreen}. */
export interface FormatScreenOptions {
  /** Number of cells of a line. */
  readonly width: number;
  /** What the requests are ordered by. */
  readonly order: ActivityOrder;
  readonly paint: Paint;
}

/** What the screen shows. */
export interface Screen {
  /** Lines about the replicas. */
  readonly summary: readonly string[];
  /** The head of the table of requests. */
  readonly head: string;
  /** A line for each request. */
  readonly requests: readonly string[];
}

const ranks: Readonly<Record<ActivityOrder, (request: ListedRequest) => number>> = {
  age: ({ ageMs }) => ageMs,
  wait: ({ stateMs }) => stateMs ?? -1,
  rows: ({ rows }) => rows ?? -1,
  bytes: ({ bytes }) => bytes ?? -1,
  rate: ({ rowsPerSecond }) => rowsPerSecond ?? -1,
};

/**
 * Formats what replicas are doing.
 *
 * @param replicas - What they said
 * @param options - Width, order and styles
 * @returns The lines of the screen
 */
export function formatScreen(
  replicas: readonly ReplicaState[],
  { width, order, paint }: FormatScreenOptions,
): Screen {
  const said = replicas.flatMap((replica) => ("activity" in replica ? [replica.activity] : []));
  const requests = replicas
    .flatMap((state, index): readonly NumberedRequest[] =>
      "activity" in state ? state.activity.requests.map((request) => ({ replica: index + 1, request })) : [],
    )
    .toSorted((one, other) => ranks[order](other.request) - ranks[order](one.request));
  const hasReplicas = replicas.length > 1;
  const fit = (text: string): string => cutText(text, width);
  const [head = "", ...lines] = formatRequests(requests, { width, hasReplicas, paint });
  return {
    summary: [
      paint.bold(fit(totalsOf(said))),
      ...replicas.map((replica, index) => replicaLine(replica, { index, hasReplicas, fit, paint })),
      ...replicas.flatMap((state, index) => {
        const number = hasReplicas ? `${String(index + 1).padStart(2)}  ` : "";
        return "activity" in state
          ? noticesOf(state.activity).map((text) => fit(printableText(`${number}${text}`)))
          : [];
      }),
    ],
    head,
    requests: lines,
  };
}

function totalsOf(said: readonly Activity[]): string {
  const sum = (count: (activity: Activity) => number): number =>
    said.reduce((total, activity) => total + count(activity), 0);
  const rates = (member: "rowsPerSecond" | "bytesPerSecond"): number =>
    sum(({ requests }) => requests.reduce((total, request) => total + (request[member] ?? 0), 0));
  return [
    plural(
      sum(({ counts }) => counts.inProgress),
      "request",
    ),
    plural(
      sum(({ counts }) => counts.streams),
      "stream",
    ),
    `${formatCount(sum(({ counts }) => counts.queued))} queued`,
    `${formatCount(rates("rowsPerSecond"))} rows/s`,
    `${formatBytes(rates("bytesPerSecond"))}/s`,
  ].join(" · ");
}

function plural(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? "" : "s"}`;
}

interface ReplicaLineOptions {
  readonly index: number;
  readonly hasReplicas: boolean;
  readonly fit: (text: string) => string;
  readonly paint: Paint;
}

function replicaLine(state: ReplicaState, { index, hasReplicas, fit, paint }: ReplicaLineOptions): string {
  const number = hasReplicas ? `${String(index + 1).padStart(2)}  ` : "";
  if ("error" in state)
    return paint.red(fit(printableText(`${number}${state.url}  unreachable: ${state.error}`)));
  const { replica, ready, reason, uptimeMs, loopDelayMs, memory, counts } = state.activity;
  const share = memory.share > 0 ? ` (${Math.round(memory.share * 100)} %)` : "";
  const health = ready ? (reason ?? "ready") : `not ready: ${reason ?? "unknown"}`;
  const text = [
    `${number}${replica}`,
    health,
    `up ${formatDuration(uptimeMs)}`,
    plural(counts.inProgress, "request"),
    `loop ${loopDelayMs} ms`,
    `${formatBytes(memory.residentBytes)}${share}`,
  ].join("  ");
  const line = fit(printableText(text));
  return ready && reason === null ? line : paint.red(line);
}

/** Returns what needs attention: waits for limits, failing accounts, refusals. */
function noticesOf({ limitWaits, failingAccounts, refusals }: Activity): readonly string[] {
  const waits = limitWaits.map(
    ({ connector, requests, longestMs }) =>
      `limit    ${connector}: ${plural(requests, "request")} waiting, the longest ${formatDuration(longestMs)}`,
  );
  const failing = failingAccounts
    .slice(0, maxFailing)
    .map(
      ({ connector, account, failures, lastFailureMs }) =>
        `failing  ${connector}, account ${account}: ${plural(failures, "failure")}, the last ${formatDuration(lastFailureMs)} ago`,
    );
  const more = failingAccounts.length - failing.length;
  const refused = refusals.map(
    ({ reason, total, lastMinute }) =>
      `${reason} ${formatCount(total)} (${formatCount(lastMinute)} in the last minute)`,
  );
  return [
    ...waits,
    ...failing,
    ...(more > 0 ? [`failing  ${plural(more, "more account")}`] : []),
    ...(refused.length > 0 ? [`refused  ${refused.join(", ")}`] : []),
  ];
}

/** Maximum number of failing accounts of a replica that are shown. */
const maxFailing = 5;
