import {
  accountInvalid,
  inputInvalid,
  upstreamInvalid,
  upstreamTimeout,
  upstreamUnavailable,
} from "@wellhead/sdk";
import type { ErrorContext } from "@wellhead/sql";
import { QueryFault } from "../protocol/query-fault.js";

const tooLong: ReadonlySet<string> = new Set(["EXCEEDED_TIME_LIMIT", "ABANDONED_QUERY"]);
const stopped: ReadonlySet<string> = new Set([
  "ADMINISTRATIVELY_KILLED",
  "ADMINISTRATIVELY_PREEMPTED",
  "SERVER_SHUTTING_DOWN",
  "SERVER_STARTING_UP",
  "USER_CANCELED",
]);
const maxReason = 400;

/**
 * Explains an error for the person who made the filter.
 *
 * @param error - Any error of a query
 * @param context - The action, and the field to name
 * @returns A ConnectorError for an error of the server; any other error unchanged
 */
export function explainError(error: unknown, { action, field }: ErrorContext): unknown {
  if (!(error instanceof QueryFault)) return error;
  const { errorName = "", errorType = "", errorLocation } = error.sent;
  const options = { cause: error, ...(field !== undefined && { field }) };
  const text = error.message.replace(/^line \d+:\d+: /, "").replace(/\.$/, "");
  const reason = text.length > maxReason ? `${text.slice(0, maxReason)}…` : text;
  if (tooLong.has(errorName))
    return upstreamTimeout(`${action}: the query took too long. Narrow it.`, options);
  if (stopped.has(errorName))
    return upstreamUnavailable(`${action}: the server stopped the query. Try again later.`, options);
  if (errorName === "PERMISSION_DENIED") {
    const sentence = `${action}: this user does not have the permission (${reason}). Ask for it.`;
    return field === undefined ? accountInvalid(sentence, options) : inputInvalid(sentence, options);
  }
  if (errorType === "INSUFFICIENT_RESOURCES")
    return upstreamUnavailable(
      `${action}: the server does not have the resources (${reason}). Narrow the query, or try again later.`,
      options,
    );
  if (errorType !== "USER_ERROR")
    return upstreamInvalid(`${action}: the server reported an error (${reason}). Try again later.`, options);
  const where =
    field !== "sql" || errorLocation === undefined
      ? ""
      : ` (line ${errorLocation.lineNumber}, column ${errorLocation.columnNumber})`;
  return inputInvalid(`${action}: ${reason}${where}. Correct it.`, options);
}
