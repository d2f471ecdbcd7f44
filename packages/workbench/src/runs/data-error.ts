import type { DataFailure } from "../protocol/index.js";

const statuses = { invalid: 400, refused: 403, gone: 410, limit: 507, engine: 500 } as const;

/** A request of the page that cannot be answered. The message is for the user. */
export class DataError extends Error {
  override readonly name = "DataError";
  readonly code: DataFailure["code"];

  /**
   * Creates an error.
   *
   * @param code - What kind of error it is
   * @param message - What to show
   * @param options - The cause
   */
  constructor(code: DataFailure["code"], message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }

  /** The status of the response. */
  get status(): number {
    return statuses[this.code];
  }
}
