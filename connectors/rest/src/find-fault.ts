import { accountInvalid, graphqlFault, type HttpAnswer, memberAt } from "@wellhead/sdk";

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
  return (answer) => refusedClient(answer) ?? (graphql ? graphqlFault(answer) : undefined);
}

function refusedClient({ status, body }: HttpAnswer): Error | undefined {
  const error = memberAt(body, "error");
  if (status !== 400 || !clientErrors.has(error)) return undefined;
  return accountInvalid(
    `Could not sign in: the API refused the client (${String(error)}). Check its id, secret and scope.`,
  );
}
