import {
  type ConnectorError,
  graphqlFault,
  type HttpAnswer,
  isConnectorError,
  memberAt,
  refusalReason,
  upstreamInvalid,
} from "@wellhead/sdk";

/** Words with which an API refuses a query that costs too much. They may mention a limit, which is not one of requests. */
const costWords =
  /complex|\bcost\b|depth|too deep|max(?:imum)?[\s_-]?(?:node|query|first)|node[\s_-]?limit|\bfirst\b[^"]{0,60}(?:exceed|less|greater|between|maximum|limit)|records? on the/i;

/** Cause of the error for a query that costs too much. */
class QueryTooLarge extends Error {
  override readonly name = "QueryTooLarge";
}

/**
 * Finds the errors of a response: those of the query, with any status, and those of its cost.
 *
 * @param answer - The response
 * @returns The error to throw; `undefined` when there is none
 */
export function queryFault(answer: HttpAnswer): ConnectorError | undefined {
  const errors = memberAt(answer.body, "errors");
  if (!Array.isArray(errors) || errors.length === 0 || answer.status === 401 || answer.status === 429)
    return undefined;
  if (answer.status >= 500) return undefined;
  if (costWords.test(JSON.stringify(errors).slice(0, 4096))) {
    const reason = refusalReason(answer) ?? "it gave no reason";
    return upstreamInvalid(
      `Could not read the list: the query costs more than the API allows (${reason}). Choose fewer columns.`,
      { cause: new QueryTooLarge() },
    );
  }
  // Servers report faults of a query with 400 or 200, and the body says the same.
  return graphqlFault({ ...answer, status: 200 });
}

/**
 * Reports whether an API refused a query because of its cost, so that a smaller page may be allowed.
 *
 * @param error - What a call threw
 * @returns Whether it did
 */
export function isTooCostly(error: unknown): boolean {
  return isConnectorError(error) && error.cause instanceof QueryTooLarge;
}
