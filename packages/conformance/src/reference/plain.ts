import { type ErrorCode, errorCodes } from "@wellhead/contract";

/** A request as the reference connector sees it. */
export interface PlainRequest {
  readonly method: string;
  /** Path without trailing slash and query. */
  readonly path: string;
  /** Path as it came. */
  readonly rawPath: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** An answer before it is written; wrong servers change it. */
export interface PlainAnswer {
  status: number;
  headers: Record<string, string>;
  body: string | Uint8Array;
  /** Rows: written in pieces, without a length. */
  streamed?: boolean;
  /** Milliseconds to wait before the first byte. */
  delay?: number;
  /** Destroys the connection once the body is written. */
  cut?: boolean;
}

/** Ends a request with a refusal. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly field: string | undefined;

  constructor(code: ErrorCode, message: string, field?: string) {
    super(message);
    this.code = code;
    this.field = field;
  }
}

/** Writes a JSON answer. */
export function json(
  status: number,
  value: unknown,
  headers: Readonly<Record<string, string>> = {},
): PlainAnswer {
  return {
    status,
    headers: { "content-type": "application/json; charset=utf-8", ...headers },
    body: JSON.stringify(value),
  };
}

/** Writes a refusal. */
export function refused({ code, message, field }: Refusal, requestId: string): PlainAnswer {
  const { status } = errorCodes[code];
  const retry = status === 503 || status === 429;
  const body = {
    ...{ error: message, message, code, status, requestId },
    ...(field !== undefined && { field }),
    ...(retry && { retryAfter: 5, tryLater: true }),
  };
  return json(status, body, retry ? { "retry-after": "5" } : {});
}
