import { errorCodes } from "@wellhead/contract";
import { ConnectorError, isConnectorError } from "@wellhead/sdk";

/**
 * Turns anything that was thrown into an error that may be answered.
 *
 * @param thrown - Anything that was thrown
 * @returns The error itself when it was made to be answered, else one of code `internal` that tells nothing of it
 */
export function toConnectorError(thrown: unknown): ConnectorError {
  if (isConnectorError(thrown) && Object.hasOwn(errorCodes, thrown.code)) {
    if (typeof thrown.message === "string") return thrown;
  }
  return new ConnectorError(
    "internal",
    "Answer request: an unexpected fault stopped it; try again, and if it stays, tell the operator the request id",
    { cause: thrown },
  );
}
