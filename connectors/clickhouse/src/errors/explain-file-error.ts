import { type ConnectorError, upstreamInvalid, upstreamUnavailable } from "@wellhead/sdk";
import type { AccountErrorContext } from "@wellhead/sql";
import { ServerError } from "../protocol/server-error.js";

/**
 * What errors mean for a statement that reads a file, by the server's number of the error.
 *
 * @see ClickHouse, `src/Common/ErrorCodes.cpp`
 */
const reasons: ReadonlyMap<number, string> = new Map([
  [107, "the ClickHouse server does not have the file. It must see the folder at the same path"],
  [
    291,
    "the ClickHouse server may only read files inside of its user_files_path. Move the folder, or link it there",
  ],
  [
    497,
    "the user of the ClickHouse server may not read files. Grant it CREATE TEMPORARY TABLE, and READ ON FILE or S3",
  ],
  [164, "the user of the ClickHouse server may not read files. Give it the setting readonly = 2"],
  [36, "the version of the ClickHouse server is too old, or its profile forbids a setting"],
  [115, "the version of the ClickHouse server is too old"],
  [452, "the profile of the user of the ClickHouse server forbids a setting"],
  [499, "the ClickHouse server may not read the bucket, or cannot reach it. Check the access key"],
]);

/** Errors of the content of a file. */
const contentErrors: ReadonlySet<number> = new Set([
  6, 25, 26, 27, 33, 34, 38, 41, 42, 53, 69, 72, 74, 117, 131, 321, 407, 636,
]);

/**
 * Removes what the server quotes from an error of a statement that reads a file: the statement may contain the access key
 * of a bucket, and the content of a file does not belong into a log.
 *
 * @param error - The error that the server reported
 * @returns The error with the first words of its message, which come before anything that is quoted
 */
export function withoutQuotes(error: ServerError): ServerError {
  return new ServerError(error.code, error.message.split(/[:.('"`\n]/, 1)[0]?.trim() ?? "");
}

/**
 * Explains an error of a statement that reads a file, and that the connector wrote itself.
 *
 * @param error - The error that the server reported, without quotes
 * @param context - The context of the error
 * @returns The error to throw; `undefined` when it means the same for every statement
 */
export function explainFileError(
  error: ServerError,
  { action }: AccountErrorContext,
): ConnectorError | undefined {
  const reason = reasons.get(error.code);
  if (reason !== undefined) return upstreamUnavailable(`${action}: ${reason}.`, { cause: error });
  if (!contentErrors.has(error.code)) return undefined;
  return upstreamInvalid(
    `${action}: ClickHouse cannot read its content (${error.message}). Correct the file, or have the service itself read it.`,
    { cause: error },
  );
}
