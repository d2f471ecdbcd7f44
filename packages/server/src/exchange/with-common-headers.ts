import type { Answer } from "../answer/answer.js";
import type { RequestIds } from "../request/request-ids.js";

/**
 * Adds the headers of every response: the request id, and `Cache-Control: no-store` unless the response sets its own.
 *
 * @param answer - The response
 * @param ids - Headers that echo the request's ids
 * @returns The response with these headers
 * @see The connector contract, "General rules"
 */
export function withCommonHeaders<Kind extends Answer>(answer: Kind, ids: RequestIds["headers"]): Kind {
  return { ...answer, headers: { "cache-control": "no-store", ...answer.headers, ...ids } };
}
