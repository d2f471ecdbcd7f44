import { type ErrorCode, errorCodes } from "@wellhead/contract/vocabulary";

/** Details of an error besides its code and message. */
export interface ConnectorErrorOptions {
  /** Id of the account or filter field the error belongs to. */
  readonly field?: string;
  /** Seconds to wait before the next attempt; sent as `Retry-After` and `retryAfter`. */
  readonly retryAfter?: number;
  /** Underlying error, for the operator's log only; never sent to the caller. */
  readonly cause?: unknown;
}

const brand: unique symbol = Symbol.for("wellhead.ConnectorError");

/**
 * An error for the person who fills in the form. Its message is sent to the caller unchanged, so it must not contain
 * a stack trace, an upstream body, a header or a secret.
 *
 * @see The connector contract, "Errors"
 * @example
 * ```ts snippet=examples/sdk/errors.ts#fault
 * function faultOf(answer: HttpAnswer): ConnectorError | undefined {
 *   if (answer.status === 403 && hasLimitWords(answer)) {
 *     const retryAfter = retryAfterOf(answer) ?? 60;
 *     return rateLimited(`The limit of Tracker is reached. Try again in ${retryAfter} seconds.`, {
 *       retryAfter,
 *     });
 *   }
 *   if (answer.status !== 422) return undefined;
 *   const reason = refusalReason(answer) ?? "it gave no reason";
 *   return new ConnectorError("invalid_field", `Tracker refused the filter: ${reason}.`);
 * }
 * ```
 */
export class ConnectorError extends Error {
  readonly [brand] = true;
  override readonly name = "ConnectorError";
  /** One of the published error codes. */
  readonly code: ErrorCode;
  /** HTTP status of the code. */
  readonly status: number;
  /** Whether the same request may succeed later. */
  readonly retryable: boolean;
  /** Id of the field the error belongs to. */
  readonly field: string | undefined;
  /** Seconds to wait before the next attempt. */
  readonly retryAfter: number | undefined;

  /**
   * Creates an error with one of the published codes.
   *
   * @param code - One of the published error codes; it determines status and `retryable`
   * @param message - What failed, why, and what to do next
   * @param options - Field, seconds to wait and cause
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
 * Reports whether a thrown value is a {@link ConnectorError}, including one of another copy of this package.
 *
 * @param value - Anything that was thrown
 * @returns Whether it carries the brand of the class
 * @example
 * ```ts snippet=examples/sdk/errors.ts#is-connector-error
 * function statusOf(error: unknown): number {
 *   return isConnectorError(error) ? error.status : 500;
 * }
 * ```
 */
export function isConnectorError(value: unknown): value is ConnectorError {
  return typeof value === "object" && value !== null && brand in value;
}
