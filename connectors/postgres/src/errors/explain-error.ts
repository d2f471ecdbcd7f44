import { inputInvalid, isConnectorError, upstreamInvalid, upstreamTimeout } from "@wellhead/sdk";
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
  // A value that cannot be encoded for the server comes from the filter.
  if (isConnectorError(error) && error.code === "invalid_field" && error.field === undefined)
    return inputInvalid(error.message, {
      ...(context.field !== undefined && { field: context.field }),
      cause: error,
    });
  if (isConnectorError(error)) return forForm(error, context);
  if (error instanceof DOMException) {
    return error.name === "TimeoutError"
      ? upstreamTimeout(`${context.action}: the database did not respond in time. Try again later.`, {
          cause: error,
        })
      : error;
  }
  const tls = explainTlsError(error);
  if (tls !== undefined) return forForm(tls, context);
  if (error instanceof TypeError && error.message.includes("NUL")) {
    return inputInvalid(`${context.action}: the text has a NUL character. Remove it.`, {
      ...(context.field !== undefined && { field: context.field }),
    });
  }
  if (error instanceof RangeError) {
    return upstreamInvalid(
      `${context.action}: the server does not speak the protocol of PostgreSQL. Check the host and the port.`,
      {
        cause: error,
      },
    );
  }
  return error;
}
