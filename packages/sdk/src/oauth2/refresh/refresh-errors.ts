import { accountExpired } from "../../errors/account-errors.js";
import { ConnectorError } from "../../errors/connector-error.js";
import { ProviderFailure } from "../../oauth/provider-failure.js";

/** Seconds after which a refresh that could not be coordinated is worth another try. */
const retryAfter = 15;

/**
 * Makes the error for a refresh that was not begun, because store or lock could not be had.
 *
 * @param provider - Name of the provider
 * @param cause - What failed
 * @returns The error to throw
 */
export function refreshUnavailable(provider: string, cause?: unknown): ConnectorError {
  return new ConnectorError(
    "unavailable",
    `Could not refresh the sign-in with ${provider}: the service cannot make sure that it happens once. Try again later.`,
    { retryAfter, cause },
  );
}

/**
 * Makes the error for a provider whose refresh tokens end with their use, served by replicas that share nothing.
 *
 * @param provider - Name of the provider
 * @returns The error to throw
 */
export function uncoordinated(provider: string): ConnectorError {
  return new ConnectorError(
    "unavailable",
    `Could not refresh the sign-in with ${provider}: the replicas of this service share no store. Its operator must set WELLHEAD_STORE.`,
    { retryAfter: 300 },
  );
}

/**
 * Makes the failure for a token that was sent and whose answer is not there yet, or was lost: it is listened for, or
 * the token will be sent again.
 *
 * @param provider - Name of the provider
 * @param seconds - After how many seconds another try may know more
 * @param cause - What failed, if something did
 * @returns The failure to throw
 */
export function refreshPending(provider: string, seconds: number, cause?: unknown): ProviderFailure {
  const sentence = `Could not refresh the sign-in with ${provider}: it has not answered yet. Try again in ${seconds} s.`;
  const options = { retryAfter: Math.max(1, Math.ceil(seconds)), cause };
  return new ProviderFailure("unknown", new ConnectorError("upstream_unavailable", sentence, options));
}

/**
 * Makes the failure for a token whose answer was lost, at a provider where it must not be sent again.
 *
 * @param provider - Name of the provider
 * @param cause - What failed, if something did
 * @returns The failure to throw
 */
export function refreshLost(provider: string, cause?: unknown): ProviderFailure {
  const sentence = `Could not refresh the sign-in with ${provider}: its answer to an earlier try was lost. Connect the account again.`;
  return new ProviderFailure("unknown", accountExpired(sentence, { cause }));
}
