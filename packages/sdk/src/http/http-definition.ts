import type { Paging } from "../paging/paging.js";
import type { AnyAccount } from "../values/any-account.js";
import type { HttpAnswer } from "./http.js";
import type { AuthorizeContext, OutgoingRequest } from "./outgoing-request.js";

/**
 * A known limit of the upstream: requests of one account per time. It is kept in every period of that length, because
 * upstreams begin their windows at different times, or count the last seconds before each request.
 */
export interface RateBudget {
  /** Maximum requests in a period. */
  readonly requests: number;
  /** Length of the period in seconds. */
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
  /**
   * Adds credentials of the deployment to a request, for an upstream whose access belongs to the connector and not to
   * an account. Called for every attempt, before the account signs, and only for the origins that receive credentials.
   * Default: none.
   */
  authorize?(request: OutgoingRequest, context: AuthorizeContext): void | Promise<void>;
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
  /**
   * Returns the error to throw for a response that reports a fault. It is called for every status. A status that is
   * retried or that renews credentials, such as 429, 503 or 401, stays so, unless the error is `final`. Default: none.
   */
  fault?(answer: HttpAnswer): Error | undefined;
  /** Limits that differ from the defaults. */
  readonly limits?: Partial<HttpLimits>;
}

/** Limits of every upstream call, in milliseconds and bytes. */
export interface HttpLimits {
  /** Until the response headers arrive, including name lookup, connecting and TLS handshake. Default: 45,000. */
  readonly answer: number;
  /** Between sending the request and the first byte of the response. Default: 30,000. */
  readonly firstByte: number;
  /** Without a byte of the body arriving. Default: 30,000. */
  readonly idle: number;
  /** For reading a whole response, or the next items of a streamed one. Default: 120,000. */
  readonly page: number;
  /** Maximum decoded bytes of a response that is read whole, or of one item of a streamed response. Default: 16 MiB. */
  readonly pageBytes: number;
  /** Maximum ratio of decoded to encoded size of a body, beyond the first MiB. Default: 100. */
  readonly ratio: number;
  /** Maximum levels of arrays and objects in JSON. Default: 512. */
  readonly depth: number;
  /**
   * Maximum wait for a limit of the upstream in a bulk read; for a longer one the caller is told to retry later. Before
   * a call of the request has succeeded, half of it applies. Default: 60,000.
   */
  readonly wait: number;
  /** The same for interactive requests: forms and account checks. Default: 5,000. */
  readonly interactiveWait: number;
}

/** The limits that apply unless a connector states others. */
export const defaultHttpLimits: HttpLimits = {
  answer: 45_000,
  firstByte: 30_000,
  idle: 30_000,
  page: 120_000,
  pageBytes: 16 * 1024 * 1024,
  ratio: 100,
  depth: 512,
  wait: 60_000,
  interactiveWait: 5000,
};
