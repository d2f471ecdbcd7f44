import { ConnectorError } from "../errors/connector-error.js";

/** The one sentence for every refused target, whatever the reason: a varying text would map the inside for a stranger. */
export const egressRefusal =
  "Could not connect to the address: it is not public. The operator of this service can allow it with the setting WELLHEAD_ALLOW, for example WELLHEAD_ALLOW=10.1.0.0/16:5432, or for one connector with --allow.";

/**
 * Makes the error for a target that policy forbids; no connection was tried. Answered as 400.
 *
 * @returns The error to throw, always the same
 */
export function egressRefused(): ConnectorError {
  return new ConnectorError("invalid_field", egressRefusal);
}

const reachRefusal =
  "Could not connect to the address: this kind of account does not lead there. Choose another kind of account, or another address.";

/**
 * Makes the error for a target that the account kind does not reach, whatever the operator allows; no connection was tried.
 *
 * @returns The error to throw, always the same
 */
export function reachRefused(): ConnectorError {
  return new ConnectorError("invalid_field", reachRefusal);
}

/**
 * Tells whether an error says that policy forbids the target.
 *
 * @param error - Anything that was thrown
 * @returns Whether it was made by {@link egressRefused} or {@link reachRefused}
 */
export function isEgressRefused(error: unknown): boolean {
  if (!(error instanceof ConnectorError)) return false;
  return error.message === egressRefusal || error.message === reachRefusal;
}
