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

/** A name of a statement that nothing has. */
export interface UnknownName {
  readonly name: string;
  /** The names that could be meant. */
  readonly known: readonly string[];
}

/** Optional parts of a {@link ResultsError}. */
export interface ResultsErrorOptions extends ErrorOptions {
  /** The name that nothing has. Default: the error has another reason. */
  readonly unknown?: UnknownName;
}

/** Results could not be held, queried or exported. */
export class ResultsError extends Error {
  override readonly name = "ResultsError";
  /** The error code. */
  readonly code: ResultsErrorCode;
  /** The name that nothing has, and those that could be meant; `undefined` if the error has another reason. */
  readonly unknown: UnknownName | undefined;

  /**
   * Creates an error.
   *
   * @param code - The error code
   * @param message - A sentence for the user that states what to do
   * @param options - The cause, and the name that nothing has
   */
  constructor(code: ResultsErrorCode, message: string, options?: ResultsErrorOptions) {
    super(message, options);
    this.code = code;
    this.unknown = options?.unknown;
  }
}
