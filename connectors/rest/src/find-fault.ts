import {
  accountInvalid,
  type HttpAnswer,
  hasLimitWords,
  memberAt,
  rateLimited,
  refusalReason,
  upstreamInvalid,
} from "@wellhead/sdk";

/** Seconds to wait after a limit that is reported in the body of a response, which contains no wait time. */
const limitSeconds = 60;

/** Errors of a token endpoint about an invalid client (RFC 6749, section 5.2). */
const clientErrors: ReadonlySet<unknown> = new Set([
  "invalid_client",
  "unauthorized_client",
  "invalid_scope",
]);

/**
 * Creates a function that finds the errors that OAuth and GraphQL report in the body of a response.
 *
 * @param options - Whether the API uses GraphQL
 * @returns A function that returns the error to throw for a response, or `undefined` when the general rules apply
 */
export function faultFinder({
  graphql,
}: {
  readonly graphql: boolean;
}): (answer: HttpAnswer) => Error | undefined {
  return (answer) => refusedClient(answer) ?? (graphql ? graphqlError(answer) : undefined);
}

function refusedClient({ status, body }: HttpAnswer): Error | undefined {
  const error = memberAt(body, "error");
  if (status !== 400 || !clientErrors.has(error)) return undefined;
  return accountInvalid(
    `Could not sign in: the API refused the client (${String(error)}). Check its id, secret and scope.`,
  );
}

/**
 * Returns the error for a GraphQL response with errors. GraphQL reports errors with status 200; data next to errors is
 * incomplete.
 *
 * @see https://spec.graphql.org/October2021/#sec-Errors
 */
function graphqlError(answer: HttpAnswer): Error | undefined {
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
