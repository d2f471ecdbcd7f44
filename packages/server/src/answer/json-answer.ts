import type { AnswerHeaders, ValueAnswer } from "./answer.js";

/** Media type of every JSON response. */
export const jsonMediaType = "application/json; charset=utf-8";

const jsonHeaders: AnswerHeaders = { "content-type": jsonMediaType };

/**
 * Builds a response with a JSON value.
 *
 * @param value - The value
 * @param status - HTTP status. Default: 200
 * @param headers - Further headers
 * @returns The response
 */
export function jsonAnswer(value: unknown, status = 200, headers?: AnswerHeaders): ValueAnswer {
  return {
    kind: "value",
    status,
    headers: headers === undefined ? jsonHeaders : { ...jsonHeaders, ...headers },
    body: JSON.stringify(value),
  };
}
