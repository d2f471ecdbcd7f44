import {
  accountInvalid,
  type ConnectorError,
  inputInvalid,
  upstreamInvalid,
  upstreamTimeout,
  upstreamUnavailable,
} from "@wellhead/sdk";
import { type AccountErrorContext, ServerFullError } from "@wellhead/sql";
import type { ServerError } from "../protocol/server-error.js";

type Explain = (error: ServerError, context: AccountErrorContext) => ConnectorError;

const wrongPassword: Explain = (cause) =>
  signIn(
    "the user or the password is wrong, or the user may not sign in from here. Check both, and ask whether the user is for this address.",
    { field: "password", cause },
  );
const expiredPassword: Explain = (cause) =>
  signIn("the password has expired. Set a new one with ALTER USER … IDENTIFIED BY.", {
    field: "password",
    cause,
  });
const lockedUser: Explain = (cause) =>
  signIn("the user is locked. Ask the administrator for ALTER USER … ACCOUNT UNLOCK.", {
    field: "user",
    cause,
  });
const localUser: Explain = (cause) =>
  signIn("the user may sign in on the server's own machine only. Use one that signs in with a password.", {
    field: "user",
    cause,
  });
const refusedHost: Explain = (cause) =>
  signIn("the server does not accept connections from this address. Ask its administrator to allow it.", {
    field: "host",
    cause,
  });
const blockedHost: Explain = (cause) =>
  signIn("the server has blocked this address after too many failed connections. Ask for FLUSH HOSTS.", {
    field: "host",
    cause,
  });
const wantsTls: Explain = (cause) =>
  signIn("the server expects an encrypted connection. Choose an encrypted mode.", { field: "tls", cause });
const unknownWay: Explain = (cause) =>
  signIn(
    "the server cannot sign this user in with a password. Ask for mysql_native_password or caching_sha2_password.",
    {
      field: "user",
      cause,
    },
  );
const full: Explain = (cause) => new ServerFullError(cause);
const stopping: Explain = (cause) => busy("it is shutting down or starting", cause);
const ended: Explain = (cause) => busy("an administrator of the database ended the connection", cause);
/** The disk is full, or the session has reached the administrator's limit for temporary files. */
const noDisk: Explain = (cause, { action }) =>
  upstreamUnavailable(
    `${action}: the disk of the database has no room for intermediate results. Narrow the query, or try again later.`,
    { retryAfter: 60, cause },
  );
const brokenOff: Explain = (cause) => busy("it cancelled the query", cause);
const locked: Explain = (cause, { action }) =>
  upstreamTimeout(`${action}: another session has locked it. Try again later.`, { cause });
const late: Explain = (cause, { action }) =>
  upstreamTimeout(`${action}: it took too long. Narrow the query.`, { cause });
const readOnly: Explain = (cause, context) => refused(context, "only reading is allowed", cause);

/** Explanations by the server's error number. */
const sentences: ReadonlyMap<number, Explain> = new Map<number, Explain>([
  [1045, wrongPassword],
  [1698, localUser],
  [1862, expiredPassword],
  [1820, expiredPassword],
  [3118, lockedUser],
  [4151, lockedUser],
  [1129, blockedHost],
  [1130, refusedHost],
  [3159, wantsTls],
  [4078, wantsTls],
  [1251, unknownWay],
  [1275, unknownWay],
  [1524, unknownWay],
  [1044, missingDatabaseRight],
  [1049, unknownDatabase],
  [1040, full],
  [1203, full],
  [1226, full],
  [1041, full],
  [1053, stopping],
  [1077, stopping],
  [1927, ended],
  [1021, noDisk],
  [1114, noDisk],
  [1213, brokenOff],
  [1317, cancelled],
  [1205, locked],
  [3572, locked],
  [1969, late],
  [3024, late],
  [1142, missingRight],
  [1143, missingRight],
  [1227, missingRight],
  [1356, missingRight],
  [1370, missingRight],
  [1146, (cause, context) => missing(context, "table or view", cause)],
  [1054, (cause, context) => missing(context, "column", cause)],
  [1290, readOnly],
  [1792, readOnly],
  [1836, readOnly],
]);

/**
 * Explains an error of the server to the person who fills in the form.
 *
 * @param error - The error that the server reported
 * @param context - The context of the error
 * @returns The error to throw
 */
export function explainServerError(error: ServerError, context: AccountErrorContext): ConnectorError {
  const explain = sentences.get(error.number);
  if (explain !== undefined) return explain(error, context);
  if (context.field !== undefined) return refused(context, error.message, error);
  return upstreamInvalid(`${context.action}: the database returned an error.`, { cause: error });
}

function signIn(state: string, options: { readonly field: string; readonly cause: unknown }): ConnectorError {
  return accountInvalid(`Could not sign in to the database: ${state}`, options);
}

function unknownDatabase(cause: ServerError, context: AccountErrorContext): ConnectorError {
  if (context.statement !== undefined) return refused(context, cause.message, cause);
  return signIn("the database does not exist. Check its name.", { field: "database", cause });
}

function missingDatabaseRight(cause: ServerError, context: AccountErrorContext): ConnectorError {
  if (context.statement !== undefined) return refused(context, cause.message, cause);
  return signIn(
    "the database does not exist, or this user does not have permission to use it. Check its name, or ask for the permission.",
    {
      field: "database",
      cause,
    },
  );
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

function cancelled(cause: ServerError, { action }: AccountErrorContext): ConnectorError {
  return upstreamUnavailable(
    `${action}: an administrator of the database cancelled the query. Ask why before you try again.`,
    { retryAfter: 60, cause },
  );
}

function refused(
  { action, field, statement }: AccountErrorContext,
  state: string,
  cause: ServerError,
): ConnectorError {
  const where = statement === undefined ? "" : syntaxErrorPosition(statement, cause.message);
  const reason = where === "" ? state : state.replace(/ at line \d+$/, "");
  return inputInvalid(`${action}: ${reason}${where}.`, { ...(field !== undefined && { field }), cause });
}

function busy(state: string, cause: ServerError): ConnectorError {
  return upstreamUnavailable(`Could not read from the database: ${state}. Try again.`, {
    retryAfter: 5,
    cause,
  });
}

/** The end of the server's message about a syntax error. */
const syntaxErrorEnding = /near '(?<near>[\s\S]*)' at line (?<line>\d+)$/;

/**
 * Locates a syntax error in a statement. The server reports the line and quotes the text that follows the error.
 *
 * @param statement - The statement
 * @param message - The server's message
 * @returns Text such as ` (line 2, column 5)`; only the line when the quoted text occurs more than once; empty when the
 *   message names no line
 */
function syntaxErrorPosition(statement: string, message: string): string {
  const { near = "", line = "" } = syntaxErrorEnding.exec(message)?.groups ?? {};
  if (line === "") return "";
  const text = statement.split("\n").slice(Number(line) - 1);
  const [first = ""] = text;
  const rest = text.join("\n");
  const indexes = Array.from({ length: first.length + 1 }, (_, index) => index);
  const exact = near === "" ? [first.length] : indexes.filter((index) => rest.startsWith(near, index));
  return exact.length === 1 && exact[0] !== undefined
    ? ` (line ${line}, column ${exact[0] + 1})`
    : ` (line ${line})`;
}
