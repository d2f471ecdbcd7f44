/** What a {@link ResultsError} is about. */
export type ResultsErrorCode =
  /** The statement cannot be run: its text, names or types are wrong, or it asks for what is not allowed. */
  | "statement"
  /** The engine reached a limit: memory, time, temporary files. */
  | "limit"
  /** The engine ended, or could not be started. */
  | "engine"
  /** A file cannot be written. */
  | "file";

/** Results could not be held, queried or exported. */
export class ResultsError extends Error {
  override readonly name = "ResultsError";
  /** What it is about. */
  readonly code: ResultsErrorCode;

  /**
   * Makes an error.
   *
   * @param code - What it is about
   * @param message - A sentence for the person, with what to do
   * @param options - The cause
   */
  constructor(code: ResultsErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
