/** Gives batches one at a time, each only when it is asked for. */
export interface BatchReader<Batch> {
  /**
   * @returns The next batch, `undefined` when there is none left
   * @throws Whatever stopped the reading
   */
  next(): Promise<Batch | undefined>;
  /** Ends the reading, also in the middle; what is behind it is told to stop. May be called more than once. */
  stop(): void;
}
