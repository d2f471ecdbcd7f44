import { ConnectorError } from "@wellhead/sdk";

/**
 * Creates the error for a request that does not prove that a known caller sent it.
 *
 * @param reason - What is wrong; must not contain any part of a credential
 * @returns The error to throw
 */
export function callerUnauthorized(reason: string): ConnectorError {
  return new ConnectorError(
    "caller_unauthorized",
    `Could not accept the request: ${reason}. Send the credentials that the operator of this service issued.`,
  );
}
