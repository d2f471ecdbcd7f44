/** A request that is sent as it is, such as one of an inspector that is sent again. */
export interface PlainRequest {
  readonly method: "GET" | "POST";
  /** Path below the base address with its query, such as `/datalist?source=orders`. */
  readonly path: string;
  /** The body as text; none when omitted. */
  readonly body?: string | undefined;
  /** Media types in order of preference; JSON when omitted. */
  readonly accept?: string | undefined;
  /** Ends the call. */
  readonly signal?: AbortSignal | undefined;
}
