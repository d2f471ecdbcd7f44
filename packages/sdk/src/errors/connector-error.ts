import { type ErrorCode, errorCodes } from "@wellhead/contract";

/** What an error carries besides its code and sentence. */
export interface ConnectorErrorOptions {
  /** Id of the account or filter field the error belongs to. */
  readonly field?: string;
  /** Seconds to wait before the next try; sent as `Retry-After` and `retryAfter`. */
  readonly retryAfter?: number;
  /** What led to it, for the operator's log only; never sent to the caller. */
  readonly cause?: unknown;
}

const brand: unique symbol = Symbol.for("wellhead.ConnectorError");

/**
 * An error that is meant for the person in front of the form: its message is sent to the caller as it stands,
 * so it holds no stack, no upstream body, no header and no secret.
 *
 * @see The connector contract, "Errors"
 */
export class ConnectorError extends Error {
  readonly [brand] = true;
  override readonly name = "ConnectorError";
  /** One of the published error codes. */
  readonly code: ErrorCode;
  /** HTTP status that goes with the code. */
  readonly status: number;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
  /** Id of the field the error belongs to. */
  readonly field: string | undefined;
  /** Seconds to wait before the next try. */
  readonly retryAfter: number | undefined;

  /**
   * Makes an error of one of the published codes.
   *
   * @param code - One of the published error codes; it fixes status and `retryable`
   * @param message - What failed, what was found, what to do next
   * @param options - Field, waiting time and cause
   */
  constructor(code: ErrorCode, message: string, options: ConnectorErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.status = errorCodes[code].status;
    this.retryable = errorCodes[code].retryable;
    this.field = options.field;
    this.retryAfter = options.retryAfter;
  }
}

/**
 * Tells whether a thrown value is a {@link ConnectorError}, also one made by another copy of this package.
 *
 * @param value - Anything that was thrown
 * @returns Whether it carries the brand of the class
 */
export function isConnectorError(value: unknown): value is ConnectorError {
  return typeof value === "object" && value !== null && brand in value;
}
