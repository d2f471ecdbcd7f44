import {
  accountInvalid,
  type HttpAnswer,
  hasLimitWords,
  memberAt,
  rateLimited,
  refusalReason,
  upstreamInvalid,
} from "@wellhead/sdk";

/** Seconds to wait after a limit in the body of an answer, which names no time. */
const limitSeconds = 60;

/** What a token endpoint says of a wrong client (RFC 6749, section 5.2). */
const clientErrors: ReadonlySet<unknown> = new Set([
  "invalid_client",
  "unauthorized_client",
  "invalid_scope",
]);

/**
 * Makes what finds the faults that OAuth and GraphQL put into the body of an answer.
 *
 * @param options - Whether the API is asked by GraphQL
 * @returns Finds the error to throw for an answer, or `undefined` when the usual rules hold
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
 * GraphQL answers errors with 200; data next to errors is not whole.
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
