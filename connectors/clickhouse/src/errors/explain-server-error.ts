import {
  accountInvalid,
  type ConnectorError,
  inputInvalid,
  rateLimited,
  upstreamInvalid,
  upstreamTimeout,
  upstreamUnavailable,
} from "@wellhead/sdk";
import { type AccountErrorContext, errorPosition } from "@wellhead/sql";
import type { ServerError } from "../protocol/server-error.js";
import { explainFileError, withoutQuotes } from "./explain-file-error.js";

type Explain = (error: ServerError, context: AccountErrorContext) => ConnectorError;

const wrongPassword: Explain = (cause) =>
  signIn("the user or the password is wrong. Check both.", { field: "password", cause });
const refusedAddress: Explain = (cause) =>
  signIn("the user may not sign in from this address. Ask the administrator to allow it.", {
    field: "host",
    cause,
  });
const unknownDatabase: Explain = (cause, context) =>
  context.statement === undefined
    ? signIn("the database does not exist. Check its name.", { field: "database", cause })
    : refused(context, cause.message, cause);
const locked: Explain = (cause, { action }) =>
  upstreamTimeout(`${action}: another session has locked it. Try again later.`, { cause });
const late: Explain = (cause, { action }) =>
  upstreamTimeout(`${action}: it took too long. Narrow the query.`, { cause });
const noMemory: Explain = (cause, { action }) =>
  upstreamUnavailable(
    `${action}: it needs more memory than the database allows. Narrow the query, or choose no order and no page.`,
    { retryAfter: 60, cause },
  );
const noDisk: Explain = (cause, { action }) =>
  upstreamUnavailable(
    `${action}: the disk of the database has no room for intermediate results. Narrow the query, or try again later.`,
    { retryAfter: 60, cause },
  );
const cancelled: Explain = (cause, { action }) =>
  upstreamUnavailable(
    `${action}: an administrator of the database cancelled the query. Ask why before you try again.`,
    { retryAfter: 60, cause },
  );
const tooManyRows: Explain = (cause, context) =>
  refused(context, "it has more rows than the database or this service allows. Narrow the query", cause);
const busy: Explain = (cause) =>
  upstreamUnavailable(
    "Could not read from the database: its maximum number of concurrent queries is reached. Try again.",
    {
      retryAfter: 5,
      cause,
    },
  );
const noShard: Explain = (cause, { action }) =>
  upstreamUnavailable(`${action}: a server of the cluster cannot be reached. Try again later.`, {
    retryAfter: 30,
    cause,
  });
const overQuota: Explain = (cause) =>
  rateLimited(
    "Could not read from the database: the quota of the user is used up. Try again later, or ask its administrator for a larger one.",
    { retryAfter: 60, cause },
  );
const readOnly: Explain = (cause, context) => refused(context, "only reading is allowed", cause);

/**
 * Explanations by the server's error number.
 *
 * @see ClickHouse, `src/Common/ErrorCodes.cpp`
 */
const sentences: ReadonlyMap<number, Explain> = new Map<number, Explain>([
  [192, wrongPassword],
  [193, wrongPassword],
  [194, wrongPassword],
  [516, wrongPassword],
  [195, refusedAddress],
  [81, unknownDatabase],
  [291, missingRight],
  [497, missingRight],
  [60, (cause, context) => missing(context, "table or view", cause)],
  [16, (cause, context) => missing(context, "column", cause)],
  [47, (cause, context) => missing(context, "column", cause)],
  [158, tooManyRows],
  [396, tooManyRows],
  [307, tooManyRows],
  [159, late],
  [209, late],
  [160, late],
  [473, locked],
  [164, readOnly],
  [241, noMemory],
  [173, noMemory],
  [243, noDisk],
  [394, cancelled],
  [202, busy],
  [439, busy],
  [201, overQuota],
  [210, noShard],
  [279, noShard],
  [519, noShard],
]);

/**
 * Explains an error of the server to the person who fills in the form.
 *
 * @param error - The error that the server reported
 * @param context - The context of the error
 * @returns The error to throw
 */
export function explainServerError(error: ServerError, context: AccountErrorContext): ConnectorError {
  if (context.readsFile === true) {
    const told = withoutQuotes(error);
    return explainFileError(told, context) ?? explainByNumber(told, context);
  }
  return explainByNumber(error, context);
}

function explainByNumber(error: ServerError, context: AccountErrorContext): ConnectorError {
  const explain = sentences.get(error.code);
  if (explain !== undefined) return explain(error, context);
  if (error.code === 0)
    return upstreamUnavailable(`${context.action}: the server ended its rows within one. Try again.`, {
      retryAfter: 5,
      cause: error,
    });
  if (context.field !== undefined) return refused(context, error.message, error);
  return upstreamInvalid(`${context.action}: the database returned an error.`, { cause: error });
}

function signIn(state: string, options: { readonly field: string; readonly cause: unknown }): ConnectorError {
  return accountInvalid(`Could not sign in to the database: ${state}`, options);
}

function missingRight(cause: ServerError, context: AccountErrorContext): ConnectorError {
  if (context.field === undefined)
    return signIn("this user may not use the database. Ask for a right on it.", { field: "database", cause });
  const asked = context.statement === undefined ? "" : ` (${cause.message})`;
  return refused(
    context,
    `this user does not have permission to read it${asked}. Ask for the permission, or choose another`,
    cause,
  );
}

function missing(context: AccountErrorContext, what: string, cause: ServerError): ConnectorError {
  if (context.statement !== undefined) return refused(context, cause.message, cause);
  return refused(context, `the ${what} no longer exists. Choose again`, cause);
}

/** A position of the server, which counts bytes from one. It is that of the statement until the first value. */
const position = /\b(?:failed )?at position (?<at>\d+)(?: \([^)]*\))?/;
/** What the server expected instead, which is a list of everything. */
const expectedList = /[:.]? ?[^:]*?\. Expected (?:one of:? )?[\s\S]*$/;

function refused(
  { action, field, statement }: AccountErrorContext,
  state: string,
  cause: ServerError,
): ConnectorError {
  const at = Number(position.exec(state)?.groups?.["at"] ?? 0);
  const isExact = at > 0 && statement !== undefined && !statement.slice(0, at).includes("{p");
  const where = isExact ? errorPosition(statement, at) : "";
  const reason = at > 0 ? state.replace(expectedList, "").replace(position, "").trim() : state;
  return inputInvalid(`${action}: ${reason.replace(/[:.]+$/, "")}${where}.`, {
    ...(field !== undefined && { field }),
    cause,
  });
}
