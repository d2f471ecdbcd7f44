/** A stretch of UTF-8 text inside a buffer. */
export interface TextSpan {
  readonly source: Uint8Array;
  readonly start: number;
  readonly length: number;
}
