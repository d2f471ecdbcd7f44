import type { Answer } from "../answer/answer.js";
import type { RequestIds } from "../request/request-ids.js";

/**
 * Adds what every answer carries: the request id, and `Cache-Control: no-store` unless the answer says otherwise.
 *
 * @param answer - The answer
 * @param ids - Headers that echo the request's ids
 * @returns The answer with them
 * @see The connector contract, "General rules"
 */
export function withCommonHeaders<Kind extends Answer>(answer: Kind, ids: RequestIds["headers"]): Kind {
  return { ...answer, headers: { "cache-control": "no-store", ...answer.headers, ...ids } };
}
