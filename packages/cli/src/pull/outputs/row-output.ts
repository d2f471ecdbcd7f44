/** Where pulled rows go. */
export interface RowOutput {
  /** Takes some rows; settles when it can take more. */
  write(rows: readonly string[]): Promise<void>;
  /** Takes the end of a whole stream: only now does the result look whole. */
  finish(): Promise<void>;
  /**
   * Takes the end of a stream that is not whole.
   *
   * @param ending - What happened, for outputs that can hold it
   * @returns Where the rows that arrived are, in a sentence
   */
  abandon(ending: Abandonment): Promise<string>;
}

/** Why an output stays incomplete. */
export interface Abandonment {
  readonly message: string;
  /** What the HTTP status would have been. */
  readonly code: number;
}
