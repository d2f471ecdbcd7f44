import { type ErrorCode, errorCodes } from "@wellhead/contract/vocabulary";

/** Details of an error besides its code and message. */
export interface ConnectorErrorOptions {
  /** Id of the account or filter field the error belongs to. */
  readonly field?: string;
  /** Seconds to wait before the next attempt; sent as `Retry-After` and `retryAfter`. */
  readonly retryAfter?: number;
  /**
   * Whether a response with a status that is retried, such as 429 or 503, must not be, when `fault` returns the error.
   * Default: false.
   */
  readonly final?: boolean;
  /** Underlying error, for the operator's log only; never sent to the caller. */
  readonly cause?: unknown;
}

const brand: unique symbol = Symbol.for("wellhead.ConnectorError");
const tooLarge: unique symbol = Symbol.for("wellhead.ResponseTooLarge");
const nothingThere: unique symbol = Symbol.for("wellhead.NothingThere");

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
  /** Whether the status of a response must not cause another attempt. */
  readonly final: boolean;

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
    this.final = options.final ?? false;
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
  return carries(value, brand);
}

/** Copies of this package have classes of their own, but the same brands. */
function carries(value: unknown, mark: symbol): boolean {
  return typeof value === "object" && value !== null && mark in value;
}

/**
 * Creates the error for a value that the person typed and that is not valid. Reported as 400 with the field's id.
 *
 * @param message - The value that was expected and the value that was given
 * @param options - Field and cause
 * @returns The error to throw
 * @example
 * ```ts snippet=examples/sdk/errors.ts#input-invalid
 * if (!/^[\w-]+$/.test(project)) {
 *   throw inputInvalid(`Expected the key of a project such as WELL, got "${project}".`, { field: "project" });
 * }
 * ```
 */
export function inputInvalid(message: string, options?: ConnectorErrorOptions): ConnectorError {
  return new ConnectorError("invalid_field", message, options);
}

/**
 * Creates the error for an account that does not work: wrong, revoked, or without the rights it needs. Reported as 401.
 *
 * @param message - What failed and what the person should do, such as "Could not sign in to Tracker: the token was
 *   refused. Create a new one."
 * @param options - Field and cause
 * @returns The error to throw
 * @example
 * ```ts snippet=examples/sdk/errors.ts#account-invalid
 * if (key === "")
 *   throw accountInvalid("Could not sign in to Tracker: the key is empty. Paste the whole key.");
 * ```
 */
export function accountInvalid(message: string, options?: ConnectorErrorOptions): ConnectorError {
  return new ConnectorError("account_invalid", message, options);
}

/**
 * Creates the error for a grant that has ended and that only the person can renew by reconnecting. Reported as 401.
 *
 * @param message - What ended and how to reconnect the account
 * @param options - Cause
 * @returns The error to throw
 * @example
 * ```ts snippet=examples/sdk/errors.ts#account-expired
 * if (isRevoked) throw accountExpired("The access to Tracker was revoked. Connect the account again.");
 * ```
 */
export function accountExpired(message: string, options?: ConnectorErrorOptions): ConnectorError {
  return new ConnectorError("account_expired", message, options);
}

/**
 * Creates the error for an upstream response that breaks the upstream's own rules: wrong shape, cut short, or an error
 * in a success response. Reported as 502.
 *
 * @param message - What was requested and what the upstream returned, in words
 * @param options - Cause
 * @returns The error to throw
 * @example
 * ```ts snippet=examples/sdk/errors.ts#upstream-invalid
 * if (body.rows === undefined) throw upstreamInvalid("Could not read the report: Tracker sent no rows.");
 * ```
 */
export function upstreamInvalid(message: string, options?: ConnectorErrorOptions): ConnectorError {
  return new ConnectorError("upstream_invalid", message, options);
}

/**
 * Creates the error for an upstream that cannot be reached or is down. Reported as 503.
 *
 * @param message - What could not be reached
 * @param options - Seconds to wait, cause
 * @returns The error to throw
 * @example
 * ```ts snippet=examples/sdk/errors.ts#upstream-unavailable
 * if (status >= 500) throw upstreamUnavailable("Tracker is down. Try again later.", { retryAfter: 30 });
 * ```
 */
export function upstreamUnavailable(message: string, options?: ConnectorErrorOptions): ConnectorError {
  return new ConnectorError("upstream_unavailable", message, options);
}

/**
 * Creates the error for an upstream that timed out. Reported as 504.
 *
 * @param message - What timed out, and after how long
 * @param options - Cause
 * @returns The error to throw
 * @example
 * ```ts snippet=examples/sdk/errors.ts#upstream-timeout
 * if (status === 504) throw upstreamTimeout("Tracker did not finish the report in time. Narrow the filter.");
 * ```
 */
export function upstreamTimeout(message: string, options?: ConnectorErrorOptions): ConnectorError {
  return new ConnectorError("upstream_timeout", message, options);
}

/**
 * Creates the error for a limit of the upstream that is reached. Reported as 429 with `tryLater`.
 *
 * @param message - Which limit, and when it ends
 * @param options - Seconds to wait, cause
 * @returns The error to throw
 * @example
 * ```ts snippet=examples/sdk/errors.ts#rate-limited
 * if (remaining === 0) throw rateLimited("The limit of Tracker is reached.", { retryAfter: 60 });
 * ```
 */
export function rateLimited(message: string, options?: ConnectorErrorOptions): ConnectorError {
  return new ConnectorError("rate_limited", message, options);
}

/** Cause of the error for a response that exceeds its maximum size. */
class ResponseTooLarge extends Error {
  readonly [tooLarge] = true;
  override readonly name = "ResponseTooLarge";
}

/**
 * Creates the error for a response that exceeds its maximum size. Reported as 502; {@link isTooLarge} recognises it.
 *
 * @param message - The maximum, and how to stay below it
 * @returns The error to throw
 */
export function upstreamTooLarge(message: string): ConnectorError {
  return upstreamInvalid(message, { cause: new ResponseTooLarge() });
}

/**
 * Reports whether a response was rejected only because of its size, so that the caller may request a smaller one.
 *
 * @param error - What a call threw
 * @returns Whether the response had more bytes than `limits.pageBytes`
 * @example
 * ```ts snippet=examples/sdk/errors.ts#is-too-large
 * // Half of the page is requested when the response was too large.
 * function sizeOfPage(error: unknown, size: number): number {
 *   return isTooLarge(error) ? Math.ceil(size / 2) : size;
 * }
 * ```
 */
export function isTooLarge(error: unknown): boolean {
  return isConnectorError(error) && carries(error.cause, tooLarge);
}

/** Cause of the error for an address of the upstream at which nothing exists. */
class NothingThere extends Error {
  readonly [nothingThere] = true;
  override readonly name = "NothingThere";
}

/**
 * Creates the error for an address of the upstream at which nothing exists. Reported as 400, because a person has chosen
 * what is read; {@link isMissing} recognises it.
 *
 * @param message - What was requested, and why it may be missing
 * @param options - Field that names what is missing. Default: none
 * @returns The error to throw
 * @example
 * ```ts snippet=examples/sdk/errors.ts#upstream-missing
 * function missingOf(answer: HttpAnswer): ConnectorError | undefined {
 *   if (answer.status !== 404) return undefined;
 *   return upstreamMissing("Could not find the project. Choose another.", { field: "project" });
 * }
 * ```
 */
export function upstreamMissing(
  message: string,
  options: Pick<ConnectorErrorOptions, "field"> = {},
): ConnectorError {
  return inputInvalid(message, { ...options, cause: new NothingThere() });
}

/**
 * Reports whether the upstream has nothing at the requested address (404 or 410), such as what is to be deleted.
 *
 * @param error - What a call threw
 * @returns Whether it is an error of {@link upstreamMissing}
 * @example
 * ```ts snippet=examples/sdk/errors.ts#is-missing
 * // A task that was deleted in the meantime has no comments.
 * async function commentsOf(http: Http, task: string): Promise<unknown> {
 *   try {
 *     return await http.get(`tasks/${task}/comments`).json();
 *   } catch (error) {
 *     if (isMissing(error)) return [];
 *     throw error;
 *   }
 * }
 * ```
 */
export function isMissing(error: unknown): boolean {
  return isConnectorError(error) && carries(error.cause, nothingThere);
}
