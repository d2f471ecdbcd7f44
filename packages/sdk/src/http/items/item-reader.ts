/** Cuts one answer into items as its bytes come, in memory that does not grow with the answer. */
export interface ItemReader {
  /** Bytes taken so far. */
  readonly size: number;
  /**
   * Takes the next bytes.
   *
   * @param chunk - Bytes of the body
   * @returns The items they complete
   * @throws ConnectorError `upstream_invalid` when they cannot belong to a good answer
   */
  push(chunk: Uint8Array): readonly unknown[];
  /**
   * Ends the body.
   *
   * @returns The last items, and what else the answer holds; in a JSON document the items are left out of it
   * @throws ConnectorError `upstream_invalid` when the answer is cut short or more than one document
   */
  end(): ItemsEnd;
}

/** What is known when an answer has come to its end. */
export interface ItemsEnd {
  readonly items: readonly unknown[];
  readonly body: unknown;
}
