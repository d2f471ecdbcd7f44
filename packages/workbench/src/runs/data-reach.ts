/** How connectors are reached. */
export interface DataReach {
  /** A `fetch` that may reach the connectors, and that fails when a compressed body is truncated. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** Returns the credentials of the caller for the address of a listed connector; `undefined` for other addresses. */
  readonly listed: (url: URL) => { readonly headers: Readonly<Record<string, string>> } | undefined;
}
