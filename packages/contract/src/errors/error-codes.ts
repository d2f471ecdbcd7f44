/** The properties of an error code. */
export interface ErrorCodeFacts {
  /** HTTP status of a response that carries the code. */
  readonly status: number;
  /** Whether the same request may succeed later although nobody changes anything. */
  readonly retryable: boolean;
  /** The condition it reports, in one sentence. */
  readonly meaning: string;
}

/**
 * Every error code of the contract. A code never changes its meaning or its status.
 *
 * @see The connector contract, "Errors"
 */
export const errorCodes = {
  malformed_request: {
    status: 400,
    retryable: false,
    meaning: "The body or query is not what the endpoint takes",
  },
  missing_field: {
    status: 400,
    retryable: false,
    meaning: "A required field is absent or empty; `field` names it",
  },
  invalid_field: {
    status: 400,
    retryable: false,
    meaning: "A field has a value of the wrong type or form; `field` names it",
  },
  unknown_source: { status: 400, retryable: false, meaning: "The connector has no source of that id" },
  unknown_field: {
    status: 400,
    retryable: false,
    meaning: "The source has no such field, or the field has no options",
  },
  unknown_account_kind: {
    status: 400,
    retryable: false,
    meaning: "The connector has no account kind of that id",
  },
  account_invalid: {
    status: 401,
    retryable: false,
    meaning: "The account does not work: wrong, revoked or without rights",
  },
  account_expired: {
    status: 401,
    retryable: false,
    meaning: "The grant has ended; the person must connect the account again",
  },
  grant_refused: {
    status: 401,
    retryable: false,
    meaning: "The provider refused the authorization code or verifier",
  },
  caller_unauthorized: {
    status: 401,
    retryable: false,
    meaning: "The service requires credentials from its callers, and the request has none that are valid",
  },
  caller_forbidden: {
    status: 403,
    retryable: false,
    meaning: "The service does not accept requests from this address, host name or page",
  },
  not_found: {
    status: 404,
    retryable: false,
    meaning: "No such path, or an endpoint this connector does not offer",
  },
  unknown_connector: { status: 404, retryable: false, meaning: "The service has no connector at that path" },
  method_not_allowed: {
    status: 405,
    retryable: false,
    meaning: "The path exists under another method; `Allow` lists them",
  },
  headers_too_large: {
    status: 431,
    retryable: false,
    meaning: "The request has more headers than the service reads",
  },
  body_too_large: { status: 413, retryable: false, meaning: "The body is larger than the service accepts" },
  unsupported_media_type: {
    status: 415,
    retryable: false,
    meaning: "The body is not JSON, or is compressed",
  },
  rate_limited: {
    status: 429,
    retryable: true,
    meaning: "A limit of the service or of the upstream is reached",
  },
  internal: { status: 500, retryable: false, meaning: "A fault of the connector or the service itself" },
  upstream_invalid: {
    status: 502,
    retryable: false,
    meaning: "The upstream broke its own rules: its response is incomplete or has another format",
  },
  upstream_unavailable: {
    status: 503,
    retryable: true,
    meaning: "The upstream cannot be reached or is down",
  },
  unavailable: { status: 503, retryable: true, meaning: "The service is draining or overloaded" },
  upstream_timeout: { status: 504, retryable: true, meaning: "The upstream took too long" },
} as const satisfies Readonly<Record<string, ErrorCodeFacts>>;

/** Stable machine-readable name of an error. */
export type ErrorCode = keyof typeof errorCodes;
