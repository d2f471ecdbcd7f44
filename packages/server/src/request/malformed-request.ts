import { ConnectorError } from "@wellhead/sdk";

/**
 * Creates the error for a request that the endpoint cannot parse. Its status is 400.
 *
 * @param message - What was read, what it got and what it expected
 * @param field - The member of the request that caused the error
 * @returns The error to throw
 */
export function malformedRequest(message: string, field?: string): ConnectorError {
  return new ConnectorError("malformed_request", message, field === undefined ? {} : { field });
}
