/** A request over HTTP on its way out of the process. */
export interface LayerRequest {
  readonly method: string;
  readonly url: URL;
  /** Headers by lower-case name, including credentials. */
  readonly headers: Readonly<Record<string, string>>;
  /** Default: no body. */
  readonly body: string | undefined;
  /** `api`: a call of the connector. `sign-in`: a call that obtains tokens, whose response consists of secrets. */
  readonly purpose: "api" | "sign-in";
  /** Secrets of the account that the request belongs to, in plain text. */
  readonly secrets: readonly string[];
  /** Aborts the request. */
  readonly signal: AbortSignal;
}

/** The response to a {@link LayerRequest}. */
export interface LayerReply {
  readonly status: number;
  /** Headers by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body as it arrives, without its content encoding. */
  readonly body: AsyncIterable<Uint8Array>;
  /** Drops the unread body. */
  readonly drop: () => void;
}

/** Sends a request over the network, guarded by the egress. */
export type SendOverNetwork = (request: LayerRequest) => Promise<LayerReply>;

/**
 * A layer between connectors and the network: it may record exchanges, or respond itself, in which case nothing leaves
 * the process. It sees every HTTP request: those of `context.http` and those to providers of tokens. Connections that
 * are not HTTP, such as those to databases, do not pass it.
 */
export interface HttpLayer {
  /**
   * Responds to a request.
   *
   * @param request - The request
   * @param next - Sends a request over the network
   * @returns The response
   */
  send(request: LayerRequest, next: SendOverNetwork): Promise<LayerReply>;
  /** Clock of the HTTP clients in milliseconds. Default: the system's. */
  readonly now?: () => number;
  /** Returns a number from 0 (inclusive) to 1 (exclusive), for the waits between attempts. Default: a random one. */
  readonly random?: () => number;
  /** Waits some milliseconds; throws the reason of the signal when it is aborted first. Default: a timer. */
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}
