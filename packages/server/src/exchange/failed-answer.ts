import type { ValueAnswer } from "../answer/answer.js";
import { toConnectorError } from "../errors/to-connector-error.js";
import { errorAnswer } from "../faces/reports/errors/error-answer.js";
import type { RequestLog } from "../logs/request-log.js";

/** Options of {@link failedAnswer}. */
export interface FailedAnswerOptions {
  readonly log: RequestLog;
  readonly requestId: string;
  /** Value of the `Allow` header. */
  readonly allow?: string;
  /** Whether this is a failed sign-in, whose message is also written to `errors`. Default: `false`. */
  readonly failedAccount?: boolean;
}

/**
 * Builds the response for a failure, and logs the details that the caller does not receive.
 *
 * @param thrown - Any thrown value
 * @param options - Log and request id
 * @returns The response and its error code
 * @see The connector contract, "Errors"
 */
export function failedAnswer(
  thrown: unknown,
  { log, requestId, allow, failedAccount = false }: FailedAnswerOptions,
): { answer: ValueAnswer; code: string } {
  const error = toConnectorError(thrown);
  // Mistakes of the caller are reported to the caller alone. Failures of the service or its upstreams are logged.
  if (error.status >= 500)
    log.failed(error.message, error.cause ?? error, error.code === "internal" ? "error" : "warn");
  const answer = errorAnswer(error, {
    requestId,
    failedAccount,
    scrub: (text) => log.scrub(text),
    ...(allow !== undefined && { allow }),
  });
  return { answer, code: error.code };
}
