import type { FailingAccount } from "../callers/throttle/failure-table.js";

/** What a request is doing. */
export type RequestState =
  | "queued"
  | "working"
  | "waiting-for-upstream"
  | "waiting-for-limit"
  | "waiting-for-reader"
  | "waiting-for-pace"
  | "worker-not-responding";

/** A request in progress. */
export interface ListedRequest {
  /** Id of the request, as in the log; `null` while it is queued or may contain a secret. */
  readonly id: string | null;
  /** Id of the connector. */
  readonly connector: string;
  /** Name of the endpoint. */
  readonly endpoint: string;
  /** Id of the source; `null` when there is none or it is not known yet. */
  readonly source: string | null;
  /** Name of the caller's credential; `null` when none was required. */
  readonly caller: string | null;
  readonly state: RequestState;
  /** Milliseconds in this state; `null` when it is not known. */
  readonly stateMs: number | null;
  /** Milliseconds since the request arrived. */
  readonly ageMs: number;
  /** Rows sent; `null` if the request sends none, or none yet. */
  readonly rows: number | null;
  /** Bytes of the rows sent, before compression. */
  readonly bytes: number | null;
  /** Mean of the last five seconds. */
  readonly rowsPerSecond: number | null;
  /** Mean of the last five seconds. */
  readonly bytesPerSecond: number | null;
  /** Bytes that the caller has not read yet. */
  readonly unreadBytes: number | null;
}

/** Requests that wait for a limit of an upstream. */
export interface LimitWaits {
  /** Id of the connector. */
  readonly connector: string;
  /** Number of its requests that wait. */
  readonly requests: number;
  /** Milliseconds for which the first of them has waited. */
  readonly longestMs: number;
}

/** What one process does: the service, or a worker. */
export interface ProcessActivity {
  /** Requests in progress and queued ones, at most 200. */
  readonly requests: readonly ListedRequest[];
  readonly limitWaits: readonly LimitWaits[];
  readonly failingAccounts: readonly FailingAccount[];
}

/** Another process that answers requests of the service. */
export interface ActivitySource {
  /** Id of the connector whose requests it answers. */
  readonly connector: string;
  /** When it was started, in terms of `performance.now()`. It does not know requests that are older. */
  readonly since: number;
  /**
   * @param order - What its requests are ordered by
   * @returns What it does; `undefined` if it does not respond in time
   */
  readActivity(order: ActivityOrder): Promise<ProcessActivity | undefined>;
}

/** What requests may be ordered by, the largest first. */
export const activityOrders = ["age", "wait", "rows", "bytes", "rate"] as const;

/** What requests are ordered by. */
export type ActivityOrder = (typeof activityOrders)[number];

/** Maximum number of requests that are listed. */
const maxListed = 200;

const ranks: Readonly<Record<ActivityOrder, (request: ListedRequest) => number>> = {
  age: ({ ageMs }) => ageMs,
  wait: ({ stateMs }) => stateMs ?? -1,
  rows: ({ rows }) => rows ?? -1,
  bytes: ({ bytes }) => bytes ?? -1,
  rate: ({ rowsPerSecond }) => rowsPerSecond ?? -1,
};

/**
 * Orders requests and keeps the first ones.
 *
 * @param requests - The requests
 * @param order - What they are ordered by
 * @returns At most 200 requests
 */
export function listFirst(
  requests: readonly ListedRequest[],
  order: ActivityOrder,
): readonly ListedRequest[] {
  const rank = ranks[order];
  return requests
    .toSorted((one, other) => rank(other) - rank(one) || other.ageMs - one.ageMs)
    .slice(0, maxListed);
}
