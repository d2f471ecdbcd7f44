/** How the data side of a console reaches connectors. */
export interface ConsoleReach {
  /**
   * A `fetch` through the egress guard of the console, with the credentials of the caller. It fails when a compressed body
   * is truncated. It supports method, headers, a text body and a signal, and follows no redirect.
   */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /**
   * Returns the address of a connector that the console lists, with the credentials it needs; `undefined` for others.
   */
  readonly listed: (url: URL) => { readonly headers: Readonly<Record<string, string>> } | undefined;
}

/** A request of the page for data. It comes from the page itself: origin and token have been checked. */
export interface ConsoleDataRequest {
  readonly method: "GET" | "POST";
  /** Path below `data/`, such as `runs/1/rows`. */
  readonly path: string;
  /** The JSON body as text; empty without one. */
  readonly body: string;
  /** Address of this service, to which paths such as `/samples/` belong. */
  readonly own: URL;
  /** Aborted when the page no longer waits for the response. */
  readonly signal: AbortSignal;
}

/**
 * Answers the page's requests for rows, profiles, charts and exports. It is handed to the console, which depends on no
 * engine itself.
 */
export interface ConsoleData {
  /**
   * Answers a request.
   *
   * @param request - The request
   * @returns The response; the console adds the headers of its policy
   */
  answer(request: ConsoleDataRequest): Promise<Response>;
  /** Stops everything and removes every file. */
  close(): Promise<void>;
}
