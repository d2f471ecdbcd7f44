/** A statement that the engine refuses to execute. */
export class RefusedError extends Error {
  /** The reason for the refusal. */
  readonly code: "REFUSED_KIND" | "REFUSED_WRITE" | "REFUSED_FUNCTION" | "REFUSED_TABLE";

  /**
   * Creates the error.
   *
   * @param code - The reason for the refusal
   * @param message - What was found, for the person who wrote the statement
   */
  constructor(code: RefusedError["code"], message: string) {
    super(message);
    this.name = "RefusedError";
    this.code = code;
  }
}
