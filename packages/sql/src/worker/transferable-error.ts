import { ConnectorError, isConnectorError } from "@wellhead/sdk";
import type { TransferableError } from "./stream-messages.js";

/**
 * Converts an error to a form that can be sent to another thread.
 *
 * @param error - What was thrown
 * @returns Its parts. Any error other than a connector error becomes an internal error with its details in the cause,
 *   for the operator only.
 */
export function sendError(error: unknown): TransferableError {
  const cause = error instanceof Error ? error.cause : undefined;
  if (isConnectorError(error)) {
    const { code, message, field, retryAfter } = error;
    return { code, message, field, retryAfter, cause: wordsOf(cause) };
  }
  return {
    code: "internal",
    message: "Could not read the rows: an internal error occurred.",
    cause: wordsOf(error),
  };
}

/**
 * Recreates the error that another thread sent.
 *
 * @param sent - Its parts
 * @returns The error to throw
 */
export function receiveError({ code, message, field, retryAfter, cause }: TransferableError): ConnectorError {
  return new ConnectorError(code, message, {
    ...(field !== undefined && { field }),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(cause !== undefined && { cause: new Error(cause) }),
  });
}

function wordsOf(cause: unknown): string | undefined {
  return cause instanceof Error ? (cause.stack ?? cause.message) : undefined;
}
