import { EngineError } from "@wellhead/engine-process";
import {
  type ConnectorError,
  inputInvalid,
  isConnectorError,
  upstreamInvalid,
  upstreamTimeout,
  upstreamUnavailable,
} from "@wellhead/sdk";
import { errorPosition } from "@wellhead/sql";

/** The context of an error. */
export interface FileErrorContext {
  /** The action in words, such as `Could not read the table "orders"`. */
  readonly action: string;
  /** Filter field to name when the engine rejects the statement. */
  readonly field: string;
  /** Filter field in which the file was chosen. Default: none, because the operator chose the file. */
  readonly fileField?: string;
  /** The statement as the person wrote it, to locate an error in it. Default: the person did not write one. */
  readonly statement?: string;
}

type Explain = (error: EngineError, context: FileErrorContext) => ConnectorError;

/** Explanations by the prefix of SQLite's code or of the engine's own code. */
const sentences: readonly (readonly [code: RegExp, explain: Explain])[] = [
  [
    /^REFUSED_CHANGED/,
    (cause, context) => ofFile(context, "it was overwritten while it was read. Try again", cause),
  ],
  [
    /^INVALID_TEXT/,
    (cause, { action }) =>
      upstreamInvalid(
        `${action}: ${cause.message}. Ask the operator to name the encoding of the file, or leave the column out.`,
        { cause },
      ),
  ],
  [/^ARROW_ROW/, (cause) => upstreamInvalid(cause.message, { cause })],
  [/^REFUSED_/, (cause, context) => refused(context, cause.message, cause)],
  [
    /^SQLITE_BUSY|^SQLITE_LOCKED/,
    (cause, context) =>
      busy(context, "another program is writing to it and has locked it. Try again later", cause),
  ],
  [
    /^SQLITE_NOTADB/,
    (cause, context) => ofFile(context, "it is encrypted, or not an SQLite database. Choose another", cause),
  ],
  [
    /^SQLITE_CORRUPT|^SQLITE_FORMAT/,
    (cause, context) => ofFile(context, "it is damaged. Ask its owner to repair it", cause),
  ],
  [
    /^SQLITE_READONLY/,
    (cause, context) =>
      ofFile(
        context,
        "a program that stopped during a write left a change unfinished. Open the file once with that program",
        cause,
      ),
  ],
  [
    /^SQLITE_CANTOPEN/,
    (cause, context) =>
      ofFile(context, "it cannot be opened. Check that it exists and that the service may read it", cause),
  ],
  [
    /^SQLITE_PERM|^SQLITE_AUTH/,
    (cause, context) =>
      ofFile(context, "the service does not have permission to read it. Ask the operator", cause),
  ],
  [
    /^SQLITE_NOMEM|^SQLITE_TOOBIG|^ENGINE_SIGABRT/,
    (cause, context) =>
      refused(context, "it needs more memory than the limit allows. Narrow the query", cause),
  ],
  [
    /^SQLITE_FULL|^SQLITE_IOERR_WRITE|^ENGINE_SIGXFSZ/,
    (cause, context) =>
      refused(
        context,
        "it needs more space for intermediate results than the limit allows. Narrow the query",
        cause,
      ),
  ],
  [
    /^ENGINE_SIGXCPU|^SQLITE_INTERRUPT/,
    (cause, context) => upstreamTimeout(`${context.action}: it took too long. Narrow the query.`, { cause }),
  ],
  [/^SQLITE_IOERR/, (cause, context) => ofFile(context, "the disk reported an error", cause)],
  [
    /^SQLITE_SCHEMA/,
    (cause, context) => busy(context, "its tables are being changed. Try again later", cause),
  ],
];

/**
 * Explains an error of the engine to the person who fills in the form.
 *
 * @param error - What was thrown
 * @param context - The context of the error
 * @returns The error to throw; an abort is returned unchanged
 */
export function explainError(error: unknown, context: FileErrorContext): unknown {
  if (!(error instanceof EngineError)) return isConnectorError(error) ? error : abortOf(error, context);
  const { code, message } = error.fault;
  const known = sentences.find(([pattern]) => pattern.test(code))?.[1];
  if (known !== undefined) return known(error, context);
  // When a file cannot be opened, the library reports only SQLite's error number, without a code.
  if (/Unable to open|ConnectionFailed/.test(message)) {
    return ofFile(
      context,
      "it cannot be opened. Check that it exists and that the service may read it",
      error,
    );
  }
  if (code.startsWith("ENGINE_")) {
    return upstreamInvalid(`${context.action}: the engine stopped. Try another query.`, {
      cause: error,
    });
  }
  if (context.statement === undefined && /^no such (?:table|column)/.test(message)) {
    return refused(context, "the table or one of its columns no longer exists. Choose again", error);
  }
  return refused(context, message, error);
}

function abortOf(error: unknown, { action }: FileErrorContext): unknown {
  return error instanceof DOMException && error.name === "TimeoutError"
    ? upstreamTimeout(`${action}: it took too long. Narrow the query.`, { cause: error })
    : error;
}

function refused(
  { action, field, statement }: FileErrorContext,
  state: string,
  cause: EngineError,
): ConnectorError {
  const where = errorPosition(statement, cause.fault.position);
  return inputInvalid(`${action}: ${state}${where}.`, { field, cause });
}

function ofFile({ fileField }: FileErrorContext, state: string, cause: EngineError): ConnectorError {
  const message = `Could not open the database file: ${state}.`;
  return fileField === undefined
    ? upstreamInvalid(message, { cause })
    : inputInvalid(message, { field: fileField, cause });
}

function busy({ action }: FileErrorContext, state: string, cause: EngineError): ConnectorError {
  return upstreamUnavailable(`${action}: ${state}.`, { retryAfter: 2, cause });
}
