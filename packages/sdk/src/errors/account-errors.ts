import { ConnectorError, type ConnectorErrorOptions } from "./connector-error.js";

/**
 * Creates the error for an account that does not work: wrong, revoked, or without the rights it needs. Reported as 401.
 *
 * @param message - What failed and what the person should do, such as "Could not sign in to Tracker: the token was
 *   refused. Create a new one."
 * @param options - Field and cause
 * @returns The error to throw
 */
export function accountInvalid(message: string, options?: ConnectorErrorOptions): ConnectorError {
  return new ConnectorError("account_invalid", message, options);
}

/**
 * Creates the error for a grant that has ended and that only the person can renew by reconnecting. Reported as 401.
 *
 * @param message - What ended and how to reconnect the account
 * @param options - Cause
 * @returns The error to throw
 */
export function accountExpired(message: string, options?: ConnectorErrorOptions): ConnectorError {
  return new ConnectorError("account_expired", message, options);
}
