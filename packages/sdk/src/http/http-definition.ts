import type { AnyAccount } from "../context/context.js";
import type { Paging } from "../paging/paging.js";
import type { HttpAnswer } from "./http.js";
import type { HttpLimits } from "./http-limits.js";

/** A limit of the upstream, known in advance: so many requests of one account in so much time. */
export interface RateBudget {
  /** Requests in one window. */
  readonly requests: number;
  /** Length of the window in seconds. */
  readonly seconds: number;
  /** Share kept back for forms and account checks, 0 to 1. Default: 0.1. */
  readonly reserve?: number;
}

/** A limit of the upstream, known in advance: so many requests of one account at the same time. */
export interface ConcurrencyLimit {
  /** Requests that may be under way, from sending one to the end of its answer. More wait. */
  readonly maxConcurrent: number;
  /** Share kept back for forms and account checks, 0 to 1. Default: 0.1. */
  readonly reserve?: number;
}

/** How a connector reaches its upstream. */
export interface HttpDefinition<Account = AnyAccount> {
  /** Address that paths are relative to, fixed or of the account. */
  readonly baseUrl: string | ((account: Account) => string);
  /** Headers of every request to the base address. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Further origins that get the credentials, such as `https://files.tracker.example`. Default: none. */
  readonly trustedOrigins?: readonly string[];
  /** How lists are paged, unless a call says otherwise. Default: not at all. */
  readonly paging?: Paging;
  /** Limits of the upstream per account, kept by all replicas together. Default: none known. */
  readonly rate?: RateBudget | ConcurrencyLimit | ReadonlyArray<RateBudget | ConcurrencyLimit>;
  /** Redirects to follow when reading, at most 3. Default: 0, a redirect is an error. */
  readonly redirects?: 0 | 1 | 2 | 3;
  /** Tells whether an answer means that the credentials are stale. Default: status 401. */
  expired?(answer: HttpAnswer): boolean;
  /** Finds the fault in an answer, also in one with a good status; gives the error to throw. */
  fault?(answer: HttpAnswer): Error | undefined;
  /** Bounds that differ from the usual. */
  readonly limits?: Partial<HttpLimits>;
}
