/** Reads batches one at a time, on demand. */
export interface BatchReader<Batch> {
  /**
   * @returns The next batch; `undefined` after the last one
   * @throws Whatever made the reading fail
   */
  next(): Promise<Batch | undefined>;
  /** Stops reading, even before the last batch, and stops the underlying source. It may be called more than once. */
  stop(): void;
}
