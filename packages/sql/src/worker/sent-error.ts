import { ConnectorError, isConnectorError } from "@wellhead/sdk";
import type { SentError } from "./stream-messages.js";

/**
 * Makes an error ready to go to another thread.
 *
 * @param error - What was thrown
 * @returns Its parts; anything but a connector's error becomes an internal one, its words for the operator only
 */
export function sendError(error: unknown): SentError {
  const cause = error instanceof Error ? error.cause : undefined;
  if (isConnectorError(error)) {
    const { code, message, field, retryAfter } = error;
    return { code, message, field, retryAfter, cause: wordsOf(cause) };
  }
  return { code: "internal", message: "Read rows: an internal fault stopped it", cause: wordsOf(error) };
}

/**
 * Makes the error again that another thread sent.
 *
 * @param sent - Its parts
 * @returns The error to throw
 */
export function receiveError({ code, message, field, retryAfter, cause }: SentError): ConnectorError {
  return new ConnectorError(code, message, {
    ...(field !== undefined && { field }),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(cause !== undefined && { cause: new Error(cause) }),
  });
}

function wordsOf(cause: unknown): string | undefined {
  return cause instanceof Error ? (cause.stack ?? cause.message) : undefined;
}
