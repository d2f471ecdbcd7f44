import { accountExpired, ConnectorError } from "@wellhead/sdk";
import { ProviderFailure } from "../oauth/provider-failure.js";

/** Seconds after which a caller should retry a refresh that could not be coordinated. */
const retryAfter = 15;

/**
 * Creates the error for a refresh that was not started, because the store failed or the lock was not available.
 *
 * @param provider - Name of the provider
 * @param cause - What failed
 * @returns The error to throw
 */
export function refreshUnavailable(provider: string, cause?: unknown): ConnectorError {
  return new ConnectorError(
    "unavailable",
    `Could not refresh the sign-in with ${provider}: the service cannot ensure that it happens only once. Try again later.`,
    { retryAfter, cause },
  );
}

/**
 * Creates the error for a provider with single-use refresh tokens in a deployment whose replicas share no store.
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
 * Creates the failure for a token that was sent and whose response has not arrived yet or was lost. Either a run still
 * waits for the response, or the token can be sent again later.
 *
 * @param provider - Name of the provider
 * @param seconds - Seconds after which a retry may succeed
 * @param cause - What failed, if anything did
 * @returns The failure to throw
 */
export function refreshPending(provider: string, seconds: number, cause?: unknown): ProviderFailure {
  const sentence = `Could not refresh the sign-in with ${provider}: it has not responded yet. Try again in ${seconds} s.`;
  const options = { retryAfter: Math.max(1, Math.ceil(seconds)), cause };
  return new ProviderFailure("unknown", new ConnectorError("upstream_unavailable", sentence, options));
}

/**
 * Creates the failure for a token whose response was lost and which must not be sent to its provider again.
 *
 * @param provider - Name of the provider
 * @param cause - What failed, if anything did
 * @returns The failure to throw
 */
export function refreshLost(provider: string, cause?: unknown): ProviderFailure {
  const sentence = `Could not refresh the sign-in with ${provider}: its response to an earlier attempt was lost. Connect the account again.`;
  return new ProviderFailure("unknown", accountExpired(sentence, { cause }));
}
