import type { Http } from "@wellhead/sdk";

/** Context for reading lists. */
export interface ReadContext {
  readonly http: Http;
  /** Aborts waiting. */
  readonly signal: AbortSignal;
  /** Values of the filter. Default: braces in path and query are ordinary characters. */
  readonly values?: object;
}
