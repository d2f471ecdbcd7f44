/**
 * Why a call failed.
 *
 * - `unreachable`: there was no response, or it was truncated.
 * - `refused`: the connector responded with an error status.
 * - `invalid`: the response does not follow the interface; the address may not be that of a connector.
 */
export type ConnectorErrorCode = "unreachable" | "refused" | "invalid";

/** Details of a {@link ConnectorError} besides its message. */
export interface ConnectorErrorDetails {
  /** HTTP status; absent if there was no response. */
  readonly status?: number | undefined;
  /** Id of the field of the form that the error is about. */
  readonly field?: string | undefined;
  /** Seconds to wait before the next attempt. */
  readonly retryAfter?: number | undefined;
  /** Whether the same call can succeed later; `true` for `unreachable` and `false` otherwise when omitted. */
  readonly isRetryable?: boolean | undefined;
  /** Headers of the answer. */
  readonly headers?: Headers | undefined;
  /** The body of the response, at most 64 KiB of it. */
  readonly body?: string | undefined;
  readonly cause?: unknown;
}

const brand: unique symbol = Symbol.for("@wellhead/client/connector-error");

/**
 * A failed call. The message is for users. If the connector stated a reason, the message contains it unchanged.
 * `instanceof` also recognizes the errors of another copy of this package.
 */
export class ConnectorError extends Error {
  readonly [brand] = true;
  override readonly name = "ConnectorError";
  /** Why the call failed. */
  readonly code: ConnectorErrorCode;
  /** HTTP status; `undefined` if there was no response. */
  readonly status: number | undefined;
  /** Id of the field of the form that the error is about. */
  readonly field: string | undefined;
  /** Seconds to wait before the next attempt. */
  readonly retryAfter: number | undefined;
  /**
   * Whether the same call can succeed later: there was no complete response or no JSON, or the status (408, 425, 429,
   * 5xx) or `tryLater` says so. `false` for an unknown host and for a certificate that is not trusted.
   */
  readonly isRetryable: boolean;
  readonly #headers: Headers | undefined;
  readonly #body: string | undefined;

  /**
   * Creates the error of a call.
   *
   * @param code - Why the call failed
   * @param message - The sentence for the user
   * @param details - Status, field, answer and cause
   */
  constructor(code: ConnectorErrorCode, message: string, details: ConnectorErrorDetails = {}) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = code;
    this.status = details.status;
    this.field = details.field;
    this.retryAfter = details.retryAfter;
    this.isRetryable = details.isRetryable ?? code === "unreachable";
    this.#headers = details.headers;
    this.#body = details.body;
  }

  /** Recognizes an error of this class by its brand, including an error of another copy of the package. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === "object" && value !== null && brand in value;
  }

  /**
   * Headers of the response, for an inspector. They are not enumerable, so that a log of the error does not contain
   * them.
   */
  get headers(): Headers | undefined {
    return this.#headers;
  }

  /** The body of the response, for an inspector: at most 64 KiB, not enumerable. */
  get body(): string | undefined {
    return this.#body;
  }
}

/**
 * Reports whether a call failed because the connector does not have the endpoint.
 *
 * @param error - What the call threw
 * @returns Whether it did
 */
export function isMissingEndpoint(error: unknown): error is ConnectorError {
  return error instanceof ConnectorError && [404, 405, 501].includes(error.status ?? 0);
}
