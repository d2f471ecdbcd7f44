import { ConnectorError } from "@wellhead/sdk";

/**
 * Makes the error for a request that proves to be from none of the callers.
 *
 * @param reason - What is wrong; never any part of a credential
 * @returns The error to throw
 */
export function callerUnauthorized(reason: string): ConnectorError {
  return new ConnectorError(
    "caller_unauthorized",
    `Could not accept the request: ${reason}. Send the credentials that the operator of this service issued.`,
  );
}
