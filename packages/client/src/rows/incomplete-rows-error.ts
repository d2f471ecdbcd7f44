/** How a stream of rows ended that is not whole. */
export type IncompleteEnding =
  /** The connector reported the failure inside the stream. */
  | "marked"
  /** The stream broke off, or broke its own format. */
  | "cut";

const brand: unique symbol = Symbol.for("@wellhead/client/incomplete-rows-error");

/**
 * A stream of rows that is not whole. Every row before the fault has been handed out. `instanceof` also recognizes the
 * errors of another copy of this package.
 */
export class IncompleteRowsError extends Error {
  readonly [brand] = true;
  override readonly name = "IncompleteRowsError";
  /** How the stream ended. */
  readonly ending: IncompleteEnding;
  /** What the HTTP status would have been, when the connector said so. */
  readonly code: number | undefined;

  /**
   * Makes the error of a stream.
   *
   * @param ending - How the stream ended
   * @param message - The reason of the connector, or what is wrong with the stream
   * @param options - The code that the connector gave, and the cause
   */
  constructor(
    ending: IncompleteEnding,
    message: string,
    options: { readonly code?: number | undefined; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.ending = ending;
    this.code = options.code;
  }

  /** Recognizes an error of this class by its brand, also one of another copy of the package. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === "object" && value !== null && brand in value;
  }
}
