import type { AnyAccount } from "../context/context.js";
import type { Paging } from "../paging/paging.js";
import type { HttpAnswer } from "./http.js";
import type { HttpLimits } from "./http-limits.js";

/** A known limit of the upstream: requests of one account per time window. */
export interface RateBudget {
  /** Maximum requests in one window. */
  readonly requests: number;
  /** Length of the window in seconds. */
  readonly seconds: number;
  /** Share reserved for forms and account checks, 0 to 1. Default: 0.1. */
  readonly reserve?: number;
}

/** A known limit of the upstream: concurrent requests of one account. */
export interface ConcurrencyLimit {
  /** Maximum concurrent requests, each counted from sending it to the end of its response. Further requests wait. */
  readonly maxConcurrent: number;
  /** Share reserved for forms and account checks, 0 to 1. Default: 0.1. */
  readonly reserve?: number;
}

/** How a connector reaches its upstream. */
export interface HttpDefinition<Account = AnyAccount> {
  /** URL that paths are relative to, fixed or computed from the account. */
  readonly baseUrl: string | ((account: Account) => string);
  /** Headers of every request to the base URL. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Further origins that receive the credentials, such as `https://files.tracker.example`. Default: none. */
  readonly trustedOrigins?: readonly string[];
  /** How lists are paged, unless a call says otherwise. Default: not paged. */
  readonly paging?: Paging;
  /** Limits of the upstream per account, shared by all replicas. Default: none known. */
  readonly rate?: RateBudget | ConcurrencyLimit | ReadonlyArray<RateBudget | ConcurrencyLimit>;
  /** Maximum redirects to follow for a GET request, up to 3. Default: 0; a redirect is an error. */
  readonly redirects?: 0 | 1 | 2 | 3;
  /** Reports whether a response means that the credentials have expired. Default: status 401. */
  expired?(answer: HttpAnswer): boolean;
  /** Returns the error to throw for a response that reports a fault, even with a success status. Default: none. */
  fault?(answer: HttpAnswer): Error | undefined;
  /** Limits that differ from the defaults. */
  readonly limits?: Partial<HttpLimits>;
}
