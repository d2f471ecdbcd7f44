/** Splits one response into items as its bytes arrive, in memory that does not grow with the response. */
export interface ItemReader {
  /** Bytes read so far. */
  readonly size: number;
  /**
   * Reads the next bytes.
   *
   * @param chunk - Bytes of the body
   * @returns The items they complete
   * @throws ConnectorError `upstream_invalid` when they cannot be part of a valid response
   */
  push(chunk: Uint8Array): readonly unknown[];
  /**
   * Ends the body.
   *
   * @returns The last items, and the body around the items; in a JSON document the array of items is empty
   * @throws ConnectorError `upstream_invalid` when the response is truncated or has more than one document
   */
  end(): ItemsEnd;
}

/** Result of reading a response to its end. */
export interface ItemsEnd {
  readonly items: readonly unknown[];
  readonly body: unknown;
}
