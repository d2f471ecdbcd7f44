import type { AnswerHeaders, ValueAnswer } from "./answer.js";

/**
 * Builds a response without a body.
 *
 * @param status - 204, 302 or 304
 * @param headers - Headers
 * @returns The response
 */
export function emptyAnswer(status: 204 | 302 | 304, headers: AnswerHeaders = {}): ValueAnswer {
  return { kind: "value", status, headers, body: undefined };
}
