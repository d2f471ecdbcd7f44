import type { AnswerHeaders, ValueAnswer } from "./answer.js";

/**
 * Makes an answer without a body.
 *
 * @param status - 204, 302 or 304
 * @param headers - Headers
 * @returns The answer
 */
export function emptyAnswer(status: 204 | 302 | 304, headers: AnswerHeaders = {}): ValueAnswer {
  return { kind: "value", status, headers, body: undefined };
}
