import {
  type ConnectorError,
  inputInvalid,
  upstreamInvalid,
  upstreamTimeout,
  upstreamUnavailable,
} from "@wellhead/sdk";
import { type AccountErrorContext, ServerFullError } from "@wellhead/sql";
import type { ServerError } from "../protocol/server-error.js";
import {
  closedDatabase,
  refusedByPooler,
  refusedUser,
  signIn,
  unknownDatabase,
  wrongPassword,
} from "./explain-sign-in.js";
import { refused } from "./refused.js";

type Explain = (error: ServerError, context: AccountErrorContext) => ConnectorError;

/** Explanations by SQLSTATE, or by its first two characters (its class). */
const sentences: ReadonlyMap<string, Explain> = new Map<string, Explain>([
  ["28P01", wrongPassword],
  ["28000", refusedUser],
  ["08P01", refusedByPooler],
  ["3D000", unknownDatabase],
  ["55000", closedDatabase],
  ["42501", missingRight],
  ["42601", severalStatements],
  ["42P01", (cause, context) => missing(context, "table or view", cause)],
  ["42703", (cause, context) => missing(context, "column", cause)],
  ["3F000", (cause, context) => missing(context, "schema", cause)],
  ["25006", (cause, context) => refused(context, "only reading is allowed", cause)],
  [
    "22P05",
    (cause, context) =>
      refused(
        context,
        "the encoding of the database does not have one of its characters. Remove that character",
        cause,
      ),
  ],
  ["57014", cancelled],
  [
    "55P03",
    (cause, { action }) =>
      upstreamTimeout(`${action}: another session has locked it. Try again later.`, { cause }),
  ],
  ["53100", noDisk],
  ["53400", noDisk],
  ["53300", (cause) => new ServerFullError(cause)],
  ["53200", (cause) => busy("it has no memory left for the query", cause)],
  ["57P01", (cause) => busy("an administrator of the database ended the connection", cause)],
  ["53", (cause) => busy("its maximum of memory or files is reached", cause)],
  ["57", (cause) => busy("it is shutting down or starting", cause)],
  ["58", (cause) => busy("it reports an error of its own files", cause)],
  ["40", (cause) => busy("it cancelled the query", cause)],
  ["08", (cause) => busy("the connection broke", cause)],
]);

/**
 * Explains an error of the server to the person who fills in the form.
 *
 * @param error - The error that the server reported
 * @param context - The context of the error
 * @returns The error to throw
 */
export function explainServerError(error: ServerError, context: AccountErrorContext): ConnectorError {
  const { sqlState } = error;
  const explain = sentences.get(sqlState) ?? sentences.get(sqlState.slice(0, 2));
  if (explain !== undefined) return explain(error, context);
  if (context.field !== undefined) return refused(context, error.message, error);
  return upstreamInvalid(`${context.action}: the database returned an error.`, { cause: error });
}

function severalStatements(cause: ServerError, context: AccountErrorContext): ConnectorError {
  if (!cause.message.includes("multiple commands")) return refused(context, cause.message, cause);
  return refused(context, "it holds several statements. Write one SELECT", cause);
}

function missingRight(cause: ServerError, context: AccountErrorContext): ConnectorError {
  const { action, field, statement } = context;
  if (field === undefined)
    return signIn("this role has no CONNECT right on the database. Ask its administrator for it.", {
      field: "database",
      cause,
    });
  // The server's message names what the right is missing for, such as a function.
  if (statement !== undefined)
    return refused(
      context,
      `this user does not have permission to read it: ${cause.message}. Ask for the permission, or choose another`,
      cause,
    );
  return inputInvalid(
    `${action}: this user does not have permission to read it. Ask for the permission, or choose another.`,
    {
      field,
      cause,
    },
  );
}

function missing(context: AccountErrorContext, what: string, cause: ServerError): ConnectorError {
  if (context.statement !== undefined) return refused(context, cause.message, cause);
  return refused(context, `the ${what} no longer exists. Choose again`, cause);
}

function cancelled(cause: ServerError, { action }: AccountErrorContext): ConnectorError {
  if (!cause.message.includes("user request"))
    return upstreamTimeout(`${action}: it took too long. Narrow the query.`, { cause });
  return upstreamUnavailable(
    `${action}: an administrator of the database cancelled the query. Ask why before you try again.`,
    { retryAfter: 60, cause },
  );
}

/** The disk is full, or the session has reached the administrator's limit for temporary files. */
function noDisk(cause: ServerError, { action }: AccountErrorContext): ConnectorError {
  return upstreamUnavailable(
    `${action}: the disk of the database has no room for intermediate results. Narrow the query, or try again later.`,
    { retryAfter: 60, cause },
  );
}

function busy(state: string, cause: ServerError): ConnectorError {
  return upstreamUnavailable(`Could not read from the database: ${state}. Try again.`, {
    retryAfter: 5,
    cause,
  });
}
