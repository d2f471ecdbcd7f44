import {
  accountInvalid,
  type ConnectorError,
  inputInvalid,
  upstreamInvalid,
  upstreamTimeout,
  upstreamUnavailable,
} from "@wellhead/sdk";
import type { ErrorPlace } from "@wellhead/sql";
import type { ServerError } from "../protocol/server-error.js";
import { placeInText } from "./place-in-text.js";

type Explain = (error: ServerError, place: ErrorPlace) => ConnectorError;

/** What to say, by SQLSTATE or by its first two characters. */
const sentences: ReadonlyMap<string, Explain> = new Map<string, Explain>([
  ["28P01", (cause) => signIn("the user or the password is wrong", { field: "password", cause })],
  ["28000", refusedUser],
  ["3D000", (cause) => signIn("there is no database of that name", { field: "database", cause })],
  ["42501", missingRight],
  ["42P01", (cause, place) => gone(place, "table or view", cause)],
  ["42703", (cause, place) => gone(place, "column", cause)],
  ["3F000", (cause, place) => gone(place, "schema", cause)],
  ["25006", (cause, place) => refused(place, "only reading is allowed", cause)],
  ["57014", (cause, { action }) => upstreamTimeout(`${action}: it took too long, ask for less`, { cause })],
  [
    "55P03",
    (cause, { action }) =>
      upstreamTimeout(`${action}: somebody else has locked it, try again later`, { cause }),
  ],
  ["53", (cause) => busy("the database has no room for another connection or query", cause)],
  ["57", (cause) => busy("the database is shutting down or starting", cause)],
  ["58", (cause) => busy("the database has trouble with its own files", cause)],
  ["40", (cause) => busy("the database had to break off the query", cause)],
  ["08", (cause) => busy("the connection broke", cause)],
]);

/**
 * Puts an error of the server into words for the person in front of the form.
 *
 * @param error - What the server reported
 * @param place - What was being done
 * @returns The error to throw
 */
export function explainServerError(error: ServerError, place: ErrorPlace): ConnectorError {
  const { sqlState } = error;
  const explain = sentences.get(sqlState) ?? sentences.get(sqlState.slice(0, 2));
  if (explain !== undefined) return explain(error, place);
  if (place.field !== undefined) return refused(place, error.message, error);
  return upstreamInvalid(`${place.action}: the database answered with an error`, { cause: error });
}

function signIn(state: string, options: { readonly field: string; readonly cause: unknown }): ConnectorError {
  return accountInvalid(`Sign in to the database: ${state}`, options);
}

function refusedUser(cause: ServerError): ConnectorError {
  if (cause.message.includes("no encryption"))
    return signIn("the server wants an encrypted connection", { field: "tls", cause });
  return signIn("the server does not let this user in from here", { field: "user", cause });
}

function missingRight(cause: ServerError, { action, field }: ErrorPlace): ConnectorError {
  if (field === undefined) return signIn("this user may not use the database", { field: "database", cause });
  return inputInvalid(`${action}: this user may not read it, ask for the right to or choose another`, {
    field,
    cause,
  });
}

function gone(place: ErrorPlace, what: string, cause: ServerError): ConnectorError {
  if (place.statement !== undefined) return refused(place, cause.message, cause);
  return refused(place, `the ${what} is not there any more, choose again`, cause);
}

function refused(
  { action, field, statement }: ErrorPlace,
  state: string,
  cause: ServerError,
): ConnectorError {
  const where = statement === undefined ? "" : placeInText(statement, cause.position);
  const hint = statement === undefined || cause.hint === undefined ? "" : `; ${cause.hint}`;
  return inputInvalid(`${action}: ${state}${where}${hint}`, { ...(field !== undefined && { field }), cause });
}

function busy(state: string, cause: ServerError): ConnectorError {
  return upstreamUnavailable(`Read from the database: ${state}, try again`, { retryAfter: 5, cause });
}
