import type { RequestControl } from "../deadline/request-control.js";
import type { Host } from "../host/host.js";
import {
  type ActivityOrder,
  type ActivitySource,
  type LimitWaits,
  type ListedRequest,
  listFirst,
  type ProcessActivity,
} from "../host/process-activity.js";

/**
 * Reads what this process does.
 *
 * @param host - The service
 * @param order - What the requests are ordered by
 * @param workers - Workers that list their requests themselves. Default: none
 * @returns Its requests, waits for limits, and failing accounts
 */
export function readActivity(
  host: Host,
  order: ActivityOrder,
  workers: readonly Pick<ActivitySource, "connector" | "since">[] = [],
): ProcessActivity {
  const now = performance.now();
  const controls = host.requests.all();
  const begun = controls.flatMap((control) => {
    const { request, active } = control;
    if (active === undefined) return [];
    const isListed = workers.some(
      ({ connector, since }) => connector === active.facts.connector && since <= control.activity.since,
    );
    if (request === undefined && isListed) return [];
    return [{ ...listed(control, now), ...active.facts }];
  });
  const queued = host.queued.map(({ connector, endpoint, name, since }) => ({
    ...unknown,
    connector,
    endpoint,
    caller: name ?? null,
    state: "queued" as const,
    stateMs: now - since,
    ageMs: now - since,
  }));
  return {
    requests: listFirst([...begun, ...queued], order).map((request) => rounded(request)),
    limitWaits: limitWaitsOf(controls, now),
    failingAccounts: host.options.failures.failing.list(),
  };
}

const unknown = {
  id: null,
  source: null,
  caller: null,
  rows: null,
  bytes: null,
  rowsPerSecond: null,
  bytesPerSecond: null,
  unreadBytes: null,
};

function listed(control: RequestControl, now: number): Omit<ListedRequest, "connector" | "endpoint"> {
  const { activity, request, bufferedBytes } = control;
  const ageMs = now - activity.since;
  // Only the worker knows what a forwarded request is doing.
  if (request === undefined) return { ...unknown, state: "worker-not-responding", stateMs: null, ageMs };
  const { id = null, source = null, caller = null } = request.show();
  const facts = { ...unknown, id, source, caller, ageMs, ...stateOf(control, now) };
  if (activity.sent === undefined) return facts;
  const sent = activity.sent();
  const rates = activity.rates(now, sent);
  return {
    ...facts,
    rows: sent.rows,
    bytes: sent.bytes,
    rowsPerSecond: rates.rows,
    bytesPerSecond: rates.bytes,
    unreadBytes: bufferedBytes?.() ?? 0,
  };
}

function stateOf(
  { activity, readerWaitStart }: RequestControl,
  now: number,
): Pick<ListedRequest, "state" | "stateMs"> {
  const since = (start: number): number => now - start;
  if (readerWaitStart !== undefined) return { state: "waiting-for-reader", stateMs: since(readerWaitStart) };
  const { limitWaitStart, callStart, paceWaitStart } = activity;
  if (paceWaitStart !== undefined) return { state: "waiting-for-pace", stateMs: since(paceWaitStart) };
  if (limitWaitStart !== undefined) return { state: "waiting-for-limit", stateMs: since(limitWaitStart) };
  if (callStart !== undefined) return { state: "waiting-for-upstream", stateMs: since(callStart) };
  return { state: "working", stateMs: null };
}

function limitWaitsOf(controls: readonly RequestControl[], now: number): readonly LimitWaits[] {
  const waits = new Map<string, LimitWaits>();
  for (const { active, activity } of controls) {
    if (active === undefined || activity.limitWaitStart === undefined) continue;
    const { connector } = active.facts;
    const { requests, longestMs } = waits.get(connector) ?? { requests: 0, longestMs: 0 };
    const ms = Math.round(now - activity.limitWaitStart);
    waits.set(connector, { connector, requests: requests + 1, longestMs: Math.max(longestMs, ms) });
  }
  return [...waits.values()];
}

function rounded(request: ListedRequest): ListedRequest {
  const { ageMs, stateMs, rowsPerSecond, bytesPerSecond } = request;
  return {
    ...request,
    ageMs: Math.round(ageMs),
    stateMs: round(stateMs),
    rowsPerSecond: round(rowsPerSecond),
    bytesPerSecond: round(bytesPerSecond),
  };
}

function round(value: number | null): number | null {
  return value === null ? null : Math.round(value);
}
