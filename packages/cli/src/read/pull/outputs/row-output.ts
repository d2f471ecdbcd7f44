/** The destination of pulled rows as JSON. */
export interface RowOutput extends PullOutput {
  /** Writes rows; resolves when the output can accept more. */
  write(rows: readonly string[]): Promise<void>;
  /** Completes the output after a complete stream. Only then does the result look complete. */
  finish(): Promise<void>;
}

/** What every destination can do. */
export interface PullOutput {
  /**
   * Ends the output after an incomplete stream.
   *
   * @param ending - What happened, for outputs that can record it
   * @returns A sentence that says where the rows that arrived are
   */
  abandon(ending: Abandonment): Promise<string>;
}

/** The reason why an output stays incomplete. */
export interface Abandonment {
  readonly message: string;
  /** The HTTP status that would describe the error. */
  readonly code: number;
}
