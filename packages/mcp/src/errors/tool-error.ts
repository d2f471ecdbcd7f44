import { ConnectorError } from "@wellhead/client";
import { isDateRangeError } from "@wellhead/contract/dates";
import { didYouMean } from "@wellhead/contract/names";
import { IncompleteReadingError, MissingFilterError, ResultsError } from "@wellhead/results";
import type { Redactor } from "../secrets/redactor.js";

/** An error whose message states what the model should do. */
export class ToolError extends Error {
  override readonly name = "ToolError";
}

/** The budget of requests is used up. */
export class BudgetError extends Error {
  override readonly name = "BudgetError";

  /**
   * @param maxRequests - Maximum number of requests per hour
   * @param end - When the next hour begins, in milliseconds since 1970
   */
  constructor(maxRequests: number, end: number) {
    super(
      `Could not call the connector: the budget of ${maxRequests} requests per hour is used up. Try again after ${new Date(end).toISOString()}, or ask the operator to raise it.`,
    );
  }
}

/**
 * Returns the message of an error for the model.
 *
 * @param error - What a tool threw
 * @param redactor - Removes secrets from messages of the connector
 * @returns The message; `undefined` for a fault of this program, whose details are only for the operator
 */
export function messageFor(error: unknown, redactor: Redactor): string | undefined {
  if (error instanceof MissingFilterError)
    return `${error.message} filter_options lists the values of a filter that has options.`;
  if (error instanceof IncompleteReadingError)
    return `${error.message} Call the tool again, or set allowPartial to query the rows that arrived.`;
  if (error instanceof ConnectorError) return messageOf(error, redactor);
  if (isDateRangeError(error)) return error.message;
  if (error instanceof ResultsError) {
    const { message, unknown } = error;
    return unknown === undefined ? message : `${message}${didYouMean(unknown.name, unknown.known)}`;
  }
  return error instanceof ToolError || error instanceof BudgetError ? error.message : undefined;
}

function messageOf({ code, status, message, field, retryAfter }: ConnectorError, redactor: Redactor): string {
  const reason = redactor.text(message);
  const about = field === undefined ? "" : ` The error is about the field "${field}".`;
  const again = retryAfter === undefined ? "" : ` Try again in ${retryAfter} seconds.`;
  const isAccount = status === 401 || status === 403;
  const operator = isAccount
    ? " The account belongs to the operator of this server: ask them to check it."
    : "";
  return code === "refused"
    ? `The connector refused the request (status ${status}): ${reason}${about}${again}${operator}`
    : reason;
}
