/** A request as it was received, independent of the HTTP server. */
export interface WireRequest {
  readonly method: string;
  /** Path relative to the connector's base address, decoded, with a leading slash. */
  readonly path: string;
  /** Query without the question mark; empty when there is none. */
  readonly query: string;
  /** Headers; names are in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body; `undefined` when there is none. */
  readonly body: Uint8Array | undefined;
}

/**
 * Returns one header of a request as text.
 *
 * @param request - The request
 * @param name - Header name in lower case
 * @returns Its value, with several values joined by commas; `undefined` when it is missing
 */
export function headerOf(request: Pick<WireRequest, "headers">, name: string): string | undefined {
  const value = Object.hasOwn(request.headers, name) ? request.headers[name] : undefined;
  return typeof value === "object" ? value.join(",") : value;
}
