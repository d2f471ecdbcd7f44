import { isConnectorError, upstreamTimeout } from "@wellhead/sdk";
import { type AccountErrorContext, explainTlsError, forForm } from "@wellhead/sql";
import { ServerError } from "../protocol/server-error.js";
import { explainServerError } from "./explain-server-error.js";

/**
 * Explains an error of the server, of TLS or of the connection to the person who fills in the form.
 *
 * @param error - What was thrown
 * @param context - The context of the error
 * @returns The error to throw; an abort is returned unchanged
 */
export function explainError(error: unknown, context: AccountErrorContext): unknown {
  if (error instanceof ServerError) return forForm(explainServerError(error, context), context);
  if (isConnectorError(error)) return forForm(error, context);
  if (error instanceof DOMException) {
    return error.name === "TimeoutError"
      ? upstreamTimeout(`${context.action}: the database did not respond in time. Try again later.`, {
          cause: error,
        })
      : error;
  }
  const tls = explainTlsError(error);
  return tls === undefined ? error : forForm(tls, context);
}
