import { hostname } from "node:os";
import type { RequestControl } from "../../deadline/request-control.js";
import type { Host } from "../host.js";
import {
  type ActivityOrder,
  type ActivitySource,
  type LimitWaits,
  type ListedRequest,
  listFirst,
  type ProcessActivity,
} from "../process-activity.js";
import type { RefusalCounts, Refusals } from "./refusal-counts.js";

/** Whether a service is ready for requests. */
export interface Readiness {
  readonly ready: boolean;
  /** What does not work; `undefined` when everything does. */
  readonly reason: string | undefined;
}

/** What a service does at this moment, as `GET /activity` on the admin port returns it. */
export interface Activity extends ProcessActivity {
  /** Host name and process id, which identify the replica. */
  readonly replica: string;
  /** Milliseconds since the process was started. */
  readonly uptimeMs: number;
  /** Whether new requests are accepted, as `/ready` says. */
  readonly ready: boolean;
  /** What does not work; `null` when everything does. */
  readonly reason: string | null;
  /** Mean delay of the event loop in the last second, in milliseconds. */
  readonly loopDelayMs: number;
  readonly memory: {
    readonly residentBytes: number;
    /** Used part of the heap of JavaScript. */
    readonly heapBytes: number;
    /** Used share of the maximum; above 1, requests are refused. `0` if there is no maximum. */
    readonly share: number;
  };
  readonly counts: {
    /** Requests that have begun and have not ended. */
    readonly inProgress: number;
    /** Those of them that read rows. */
    readonly streams: number;
    /** Requests that wait to begin. */
    readonly queued: number;
  };
  readonly refusals: readonly Refusals[];
}

/** What a {@link ServiceActivity} reads. */
export interface ServiceActivityOptions {
  readonly host: Host;
  readonly refusals: RefusalCounts;
  /** Returns whether the service is ready for requests. */
  readonly readiness: () => Promise<Readiness>;
}

/** Maximum number of failing accounts that are listed. */
const maxFailing = 20;

/** Milliseconds for which an answer is used again, so that many readers cost no more than a few. */
const keepMs = 200;

/** Reads what a service and its workers do. */
export class ServiceActivity {
  readonly #options: ServiceActivityOptions;
  readonly #recent = new Map<ActivityOrder, { readonly at: number; readonly activity: Promise<Activity> }>();

  /** @param options - The service */
  constructor(options: ServiceActivityOptions) {
    this.#options = options;
  }

  /**
   * @param order - What the requests are ordered by
   * @returns What the service does, at most 200 ms ago
   */
  read(order: ActivityOrder): Promise<Activity> {
    const now = performance.now();
    const recent = this.#recent.get(order);
    if (recent !== undefined && now - recent.at < keepMs) return recent.activity;
    const activity = this.#read(order);
    this.#recent.set(order, { at: now, activity });
    return activity;
  }

  async #read(order: ActivityOrder): Promise<Activity> {
    const { host, refusals, readiness } = this.#options;
    const { ready, reason = null } = await readiness();
    const asked = [...host.workers].map(async (worker) => ({
      worker,
      activity: await worker.readActivity(order),
    }));
    const found = (await Promise.all(asked)).flatMap(({ worker, activity }) =>
      activity === undefined ? [] : [{ worker, activity }],
    );
    const workers = found.map(({ worker }) => worker);
    const own = readActivity(host, order, workers);
    const { residentBytes, heapBytes } = host.memory.use;
    return {
      replica: `${hostname()}/${process.pid}`,
      uptimeMs: Math.round(process.uptime() * 1000),
      ready,
      reason,
      loopDelayMs: Math.round(host.loopDelay.mean * 10) / 10,
      memory: { residentBytes, heapBytes, share: Math.round(host.memory.share * 1000) / 1000 },
      counts: {
        inProgress: host.requests.count,
        streams: host.requests.streamCount,
        queued: host.queued.length,
      },
      ...joined([own, ...found.map(({ activity }) => activity)], order),
      refusals: refusals.list(),
    };
  }
}

/** Joins what several processes do. */
function joined(parts: readonly ProcessActivity[], order: ActivityOrder): ProcessActivity {
  return {
    requests: listFirst(
      parts.flatMap(({ requests }) => requests),
      order,
    ),
    limitWaits: sumWaits(parts.flatMap(({ limitWaits }) => limitWaits)),
    failingAccounts: parts
      .flatMap(({ failingAccounts }) => failingAccounts)
      .toSorted((one, other) => one.lastFailureMs - other.lastFailureMs)
      .slice(0, maxFailing),
  };
}

/** Two workers of a connector run side by side while it is replaced. */
function sumWaits(waits: readonly LimitWaits[]): readonly LimitWaits[] {
  const sums = new Map<string, LimitWaits>();
  for (const { connector, requests, longestMs } of waits) {
    const known = sums.get(connector) ?? { requests: 0, longestMs: 0 };
    sums.set(connector, {
      connector,
      requests: known.requests + requests,
      longestMs: Math.max(known.longestMs, longestMs),
    });
  }
  return [...sums.values()];
}

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
