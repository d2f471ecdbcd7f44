import type { ValueAnswer } from "../answer/answer.js";
import { errorAnswer } from "../answer/error-answer.js";
import { toConnectorError } from "../answer/to-connector-error.js";
import type { RequestLog } from "../logs/request-log.js";

/** What is needed to answer a failure. */
export interface FailedAnswerOptions {
  readonly log: RequestLog;
  readonly requestId: string;
  /** Methods to name in `Allow`. */
  readonly allow?: string;
  /** Whether it is a failed sign-in, whose sentence also stands in `errors`. Default: `false`. */
  readonly failedAccount?: boolean;
}

/**
 * Makes the answer for a failure, and tells the operator what the caller is not told.
 *
 * @param thrown - Anything that was thrown
 * @param options - Log and request id
 * @returns The answer and its error code
 * @see The connector contract, "Errors"
 */
export function failedAnswer(
  thrown: unknown,
  { log, requestId, allow, failedAccount = false }: FailedAnswerOptions,
): { answer: ValueAnswer; code: string } {
  const error = toConnectorError(thrown);
  // What the caller did wrong is told to the caller; the operator hears of what went wrong behind the service.
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
