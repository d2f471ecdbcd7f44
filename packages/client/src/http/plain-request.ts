/** A request that is sent unchanged, such as one that an inspector sends again. */
export interface PlainRequest {
  readonly method: "GET" | "POST";
  /** Path below the base address with its query, such as `/datalist?source=orders`. */
  readonly path: string;
  /** The body as text. Default: none. */
  readonly body?: string | undefined;
  /** Media types in order of preference. Default: JSON. */
  readonly accept?: string | undefined;
  /** Ends the call. */
  readonly signal?: AbortSignal | undefined;
}
