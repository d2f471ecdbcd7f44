/** A request as it leaves. */
export interface ObservedRequest {
  readonly method: "GET" | "POST";
  readonly url: URL;
  readonly headers: Headers;
  /** The JSON body; `undefined` when there is none. It may hold secrets. */
  readonly body: string | undefined;
}

/** Hears of one exchange. Every method is optional. */
export interface ExchangeListener {
  /** Called when status and headers have arrived. */
  readonly head?: (status: number, headers: Headers) => void;
  /** Called for every piece of the body. The bytes must not be changed or kept beyond the call. */
  readonly bytes?: (chunk: Uint8Array) => void;
  /** Called once: the body was read to its end (`undefined`), or what ended the exchange before that. */
  readonly end?: (error: unknown) => void;
}

/**
 * Hears of every exchange with a connector, for an inspector.
 *
 * @param request - The request as it leaves
 * @returns Who hears of its answer; nothing when nobody does
 */
export type ExchangeObserver = (request: ObservedRequest) => ExchangeListener | undefined;
