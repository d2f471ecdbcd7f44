import { ConnectorError, type ConnectorErrorOptions } from "./connector-error.js";

/**
 * The account does not work: wrong, revoked, or without the rights it needs. Answered as 401.
 *
 * @param message - What failed and what the person should do, such as "Sign in to Tracker: the token was refused, make a new one"
 * @param options - Field and cause
 * @returns The error to throw
 */
export function accountInvalid(message: string, options?: ConnectorErrorOptions): ConnectorError {
  return new ConnectorError("account_invalid", message, options);
}

/**
 * The grant has ended and only the person can renew it by connecting the account again. Answered as 401.
 *
 * @param message - What ended and how to connect again
 * @param options - Cause
 * @returns The error to throw
 */
export function accountExpired(message: string, options?: ConnectorErrorOptions): ConnectorError {
  return new ConnectorError("account_expired", message, options);
}
