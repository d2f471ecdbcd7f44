/** One request to the connector. */
export interface ProbeRequest {
  readonly method: string;
  /** Path below the connector's address, query included; or an absolute address. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Maximum number of bytes to read. Default: the limit of the run. */
  readonly readBytes?: number;
  /** Whether a missing response is acceptable and does not count toward the connector being gone. Default: false. */
  readonly mayHang?: boolean;
}

/** How a body ended: completely, cut by the connector, abandoned by the suite, or not decodable as labelled. */
export type BodyEnding = "whole" | "cut" | "left" | "undecodable";

/** One request with its response, as far as it was read. */
export interface Exchange {
  readonly request: ProbeRequest;
  readonly status: number;
  /** Header names in lower case; repeated headers joined with a comma. */
  readonly headers: Readonly<Record<string, string>>;
  /** The decoded body as text, as far as it was read. */
  readonly text: string;
  /** Whether the bytes of the body are UTF-8. */
  readonly utf8: boolean;
  readonly ending: BodyEnding;
  /** Number of bytes received over the wire. */
  readonly wireBytes: number;
  /** First four bytes received over the wire. */
  readonly magic: readonly number[];
  /** Milliseconds from the request to the first byte of the body, or to the end of an empty one. */
  readonly firstByteMs: number;
  /** Milliseconds from the request to the last byte read. */
  readonly totalMs: number;
}

/** A request that was sent, and what came of it. */
export interface SentRequest {
  readonly method: string;
  readonly url: URL;
  /** Status of the response; `undefined` when there was none. */
  readonly status: number | undefined;
  /** Milliseconds from the request to the last byte read, or until the connection failed. */
  readonly totalMs: number;
  /** Number of bytes of the body received over the wire. */
  readonly wireBytes: number;
  /** How the body ended; `undefined` when there was no response. */
  readonly ending: BodyEnding | undefined;
}
