import { ConnectorError } from "@wellhead/sdk";

/**
 * Makes the error for a request that is not what the endpoint takes. Answered as 400.
 *
 * @param message - What was read, what was found and what is wanted
 * @param field - The member of the request it is about
 * @returns The error to throw
 */
export function malformedRequest(message: string, field?: string): ConnectorError {
  return new ConnectorError("malformed_request", message, field === undefined ? {} : { field });
}
