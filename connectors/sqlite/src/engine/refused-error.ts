/** A statement that the engine will not run. */
export class RefusedError extends Error {
  /** Kind of the refusal. */
  readonly code: "REFUSED_KIND" | "REFUSED_WRITE" | "REFUSED_FUNCTION" | "REFUSED_TABLE";

  /**
   * Makes the error.
   *
   * @param code - Kind of the refusal
   * @param message - What was found, in words for the person who wrote the statement
   */
  constructor(code: RefusedError["code"], message: string) {
    super(message);
    this.name = "RefusedError";
    this.code = code;
  }
}
