/** A stretch of UTF-8 text inside a buffer. */
export interface TextSpan {
  /** The buffer. */
  readonly source: Uint8Array;
  /** The same buffer, to be read several bytes at a time. */
  readonly view: DataView;
  readonly start: number;
  readonly length: number;
}
