import {
  accountInvalid,
  type ConnectorError,
  rateLimited,
  upstreamInvalid,
} from "../errors/connector-error.js";
import { memberAt } from "../paging/member-at.js";
import type { HttpAnswer } from "./http.js";
import { hasLimitWords } from "./limit-signs.js";
import { refusalReason } from "./refusal-reason.js";

/** Seconds to wait after a limit that is reported in the body of a response, which contains no wait time. */
const limitSeconds = 60;

/**
 * Finds the errors of a GraphQL response. GraphQL reports errors with status 200, and data next to errors is incomplete,
 * so it is never used.
 *
 * @param answer - The response
 * @returns The error to throw; `undefined` for a response without errors, or with an error status
 * @see https://spec.graphql.org/October2021/#sec-Errors
 * @example
 * ```ts snippet=examples/sdk/errors.ts#graphql-fault
 * const graphqlApi: HttpDefinition = { baseUrl: "https://api.tracker.example", fault: graphqlFault };
 * ```
 */
export function graphqlFault(answer: HttpAnswer): ConnectorError | undefined {
  const { status, body } = answer;
  const errors = memberAt(body, "errors");
  if (status >= 300 || !Array.isArray(errors) || errors.length === 0) return undefined;
  const reason = refusalReason(answer);
  const detail = reason === undefined ? "" : ` (${reason})`;
  const code = String(memberAt(errors, "0.extensions.code"));
  if (/^(?:UNAUTHENTICATED|UNAUTHORIZED)$/i.test(code)) {
    return accountInvalid(`Could not sign in: the API refused the account${detail}. Check the credentials.`);
  }
  if (hasLimitWords(answer)) {
    const sentence = `Could not read the list: its limit of requests is reached. Try again in ${limitSeconds} s.`;
    return rateLimited(sentence, { retryAfter: limitSeconds });
  }
  return upstreamInvalid(
    `Could not read the list: the API answered with an error${detail}. Check the query.`,
  );
}
