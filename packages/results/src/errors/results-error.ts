/** The error codes of {@link ResultsError}. */
export type ResultsErrorCode =
  /** The statement cannot be run: its text, names or types are invalid, or it uses something that is not allowed. */
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
  /** The error code. */
  readonly code: ResultsErrorCode;

  /**
   * Creates an error.
   *
   * @param code - The error code
   * @param message - A sentence for the user that states what to do
   * @param options - The cause
   */
  constructor(code: ResultsErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
