/** How an incomplete stream of rows ended. */
export type IncompleteEnding =
  /** The connector reported the failure inside the stream. */
  | "marked"
  /** The stream broke, or violated its own format. */
  | "cut";

const brand: unique symbol = Symbol.for("@wellhead/client/incomplete-rows-error");

/**
 * An incomplete stream of rows. Every row before the fault has been returned. `instanceof` also recognizes the errors
 * of another copy of this package.
 */
export class IncompleteRowsError extends Error {
  readonly [brand] = true;
  override readonly name = "IncompleteRowsError";
  /** How the stream ended. */
  readonly ending: IncompleteEnding;
  /** The HTTP status that would describe the error, if the connector stated it. */
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
