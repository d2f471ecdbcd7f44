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
  if (error instanceof TypeError && error.message.startsWith("Could not write to the server: ")) {
    const state = error.message.slice("Could not write to the server: ".length);
    return inputInvalid(`${context.action}: ${state}`, {
      ...(context.field !== undefined && { field: context.field }),
    });
  }
  if (error instanceof RangeError) {
    return upstreamInvalid(
      `${context.action}: the server does not speak the protocol of MySQL. Check the host and the port.`,
      { cause: error },
    );
  }
  return error;
}
