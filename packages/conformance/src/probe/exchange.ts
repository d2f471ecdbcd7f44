/** One request to the connector. */
export interface ProbeRequest {
  readonly method: string;
  /** Path below the connector's address, query included; or an absolute address. */
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Bytes after which reading stops; default: the limit of the run. */
  readonly readBytes?: number;
  /** Whether an answer may stay out without the connector counting as gone; default: false. */
  readonly mayHang?: boolean;
}

/** How a body ended: by itself, cut by the connector, left by us, or not decodable as labelled. */
export type BodyEnding = "whole" | "cut" | "left" | "undecodable";

/** One request with its answer, as far as it was read. */
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
  /** Bytes as they came over the wire. */
  readonly wireBytes: number;
  /** First four bytes as they came over the wire. */
  readonly magic: readonly number[];
  /** Milliseconds from the request to the first byte of the body, or to the end of an empty one. */
  readonly firstByteMs: number;
  /** Milliseconds from the request to the last byte read. */
  readonly totalMs: number;
}
