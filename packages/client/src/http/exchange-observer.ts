/** A request as it is sent. */
export interface ObservedRequest {
  readonly method: "GET" | "POST";
  readonly url: URL;
  readonly headers: Headers;
  /** The JSON body; `undefined` if there is none. It may contain secrets. */
  readonly body: string | undefined;
}

/** Receives the events of one exchange. Every method is optional. */
export interface ExchangeListener {
  /** Called when status and headers have arrived. */
  readonly head?: (status: number, headers: Headers) => void;
  /** Called for every chunk of the body. The bytes must not be changed, or used after the call. */
  readonly bytes?: (chunk: Uint8Array) => void;
  /**
   * Called once at the end: with `undefined` if the body was read completely, otherwise with the error that ended the
   * exchange.
   */
  readonly end?: (error: unknown) => void;
}

/**
 * Observes every exchange with a connector, for an inspector.
 *
 * @param request - The request as it is sent
 * @returns The observer of its response; `undefined` for none
 */
export type ExchangeObserver = (request: ObservedRequest) => ExchangeListener | undefined;
