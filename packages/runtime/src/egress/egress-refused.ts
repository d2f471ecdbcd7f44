import { ConnectorError } from "@wellhead/sdk";

/** The same message for every refused target: a varying one would reveal the internal network to a stranger. */
export const egressRefusal =
  "Could not connect to the address: it is not public. The operator of this service can allow it with the setting WELLHEAD_ALLOW, for example WELLHEAD_ALLOW=10.1.0.0/16:5432, or for one connector with --allow.";

/**
 * Creates the error for a target that the policy forbids; no connection was attempted. Reported as 400.
 *
 * @returns The error to throw, always the same
 */
export function egressRefused(): ConnectorError {
  return new ConnectorError("invalid_field", egressRefusal);
}

const reachRefusal =
  "Could not connect to the address: this kind of account does not lead there. Choose another kind of account, or another address.";

/**
 * Creates the error for a target that the account kind does not reach, whatever the operator allows; no connection
 * was attempted.
 *
 * @returns The error to throw, always the same
 */
export function reachRefused(): ConnectorError {
  return new ConnectorError("invalid_field", reachRefusal);
}

/**
 * Reports whether an error says that the policy forbids the target.
 *
 * @param error - Anything that was thrown
 * @returns Whether it was made by {@link egressRefused} or {@link reachRefused}
 */
export function isEgressRefused(error: unknown): boolean {
  if (!(error instanceof ConnectorError)) return false;
  return error.message === egressRefusal || error.message === reachRefusal;
}
