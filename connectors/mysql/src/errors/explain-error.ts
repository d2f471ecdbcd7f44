import { inputInvalid, isConnectorError, upstreamInvalid, upstreamTimeout } from "@wellhead/sdk";
import { type ErrorPlace, explainTlsError, forForm } from "@wellhead/sql";
import { ServerError } from "../protocol/server-error.js";
import { explainServerError } from "./explain-server-error.js";

/**
 * Explains an error of the server, of TLS or of the connection to the person who fills in the form.
 *
 * @param error - What was thrown
 * @param place - The context of the error
 * @returns The error to throw; an abort is returned unchanged
 */
export function explainError(error: unknown, place: ErrorPlace): unknown {
  if (error instanceof ServerError) return forForm(explainServerError(error, place), place);
  if (isConnectorError(error)) return forForm(error, place);
  if (error instanceof DOMException) {
    return error.name === "TimeoutError"
      ? upstreamTimeout(`${place.action}: the database did not respond in time. Try again later.`, {
          cause: error,
        })
      : error;
  }
  const tls = explainTlsError(error);
  if (tls !== undefined) return forForm(tls, place);
  if (error instanceof TypeError && error.message.startsWith("Could not write to the server: ")) {
    const state = error.message.slice("Could not write to the server: ".length);
    return inputInvalid(`${place.action}: ${state}`, {
      ...(place.field !== undefined && { field: place.field }),
    });
  }
  if (error instanceof RangeError) {
    return upstreamInvalid(
      `${place.action}: the server does not speak the protocol of MySQL. Check the host and the port.`,
      { cause: error },
    );
  }
  return error;
}
