import { ConnectorError, type ConnectorErrorOptions } from "./connector-error.js";

/**
 * Creates the error for an account that does not work: wrong, revoked, or without the rights it needs. Reported as 401.
 *
 * @param message - What failed and what the person should do, such as "Could not sign in to Tracker: the token was
 *   refused. Create a new one."
 * @param options - Field and cause
 * @returns The error to throw
 * @example
 * ```ts snippet=examples/sdk/errors.ts#account-invalid
 * if (key === "")
 *   throw accountInvalid("Could not sign in to Tracker: the key is empty. Paste the whole key.");
 * ```
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
 * @example
 * ```ts snippet=examples/sdk/errors.ts#account-expired
 * if (isRevoked) throw accountExpired("The access to Tracker was revoked. Connect the account again.");
 * ```
 */
export function accountExpired(message: string, options?: ConnectorErrorOptions): ConnectorError {
  return new ConnectorError("account_expired", message, options);
}
