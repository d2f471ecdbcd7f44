/** A request as it came over the wire, whatever server received it. */
export interface WireRequest {
  readonly method: string;
  /** Path below the connector's base address, decoded, beginning with a slash. */
  readonly path: string;
  /** Query without the question mark; empty when there is none. */
  readonly query: string;
  /** Headers, names in lower case. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The body; `undefined` when there is none. */
  readonly body: Uint8Array | undefined;
}

/**
 * Gives one header of a request as text.
 *
 * @param request - The request
 * @param name - Header name in lower case
 * @returns Its value, several values joined by commas; `undefined` when absent
 */
export function headerOf(request: Pick<WireRequest, "headers">, name: string): string | undefined {
  const value = Object.hasOwn(request.headers, name) ? request.headers[name] : undefined;
  return typeof value === "object" ? value.join(",") : value;
}
