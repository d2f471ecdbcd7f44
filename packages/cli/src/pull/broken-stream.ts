/** How a stream can end without being whole. */
export type BrokenEnding = "marked" | "cut";

/** A stream of rows that did not arrive whole. */
export class BrokenStream extends Error {
  override readonly name = "BrokenStream";
  /** `marked`: the connector said so. `cut`: it just ended, or broke its own format. */
  readonly ending: BrokenEnding;
  /** What the HTTP status would have been, when the connector said so. */
  readonly code: number | undefined;

  /**
   * @param ending - How it ended
   * @param message - What the connector said, or what was found
   * @param options - The code the connector gave, and the cause
   */
  constructor(ending: BrokenEnding, message: string, options: { code?: number; cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.ending = ending;
    this.code = options.code;
  }
}
