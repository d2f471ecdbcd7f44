import { accountExpired, ConnectorError, type OnUnknown, type Rotation } from "@wellhead/sdk";
import { ProviderFailure } from "../oauth/call-provider.js";
import type { TokenSet } from "../oauth2/request-tokens.js";

/** A refresh token to send to its provider. */
export interface RefreshRequest {
  /** Id of the connector. */
  readonly connector: string;
  /** Name of the provider, for error messages. */
  readonly provider: string;
  /** Identifies the provider and the client for which the token is valid. */
  readonly audience: readonly string[];
  readonly refreshToken: string;
  /** Access token that the caller already has; an earlier result with the same one is not returned. Default: none. */
  readonly accessToken?: string | undefined;
  readonly rotation: Rotation;
  /** What to do when the response to a single-use token was lost. Default: `ask-again`. */
  readonly onUnknown?: OnUnknown | undefined;
  /**
   * Whether this request cannot deliver the tokens to the platform, so that the journal must keep them until the
   * platform asks for them. Default: `false`.
   */
  readonly cannotDeliver?: boolean | undefined;
  /** Sends the token and waits for the response until the provider timeout; throws `ProviderFailure`. */
  readonly send: () => Promise<TokenSet>;
}

/** All outcomes of a refresh request, for metrics. */
export const refreshOutcomes = [
  /** The provider returned tokens. */
  "refreshed",
  /** Another request of this process was already refreshing; its result was shared. */
  "joined",
  /** The journal already held the result. */
  "replayed",
  /** Another replica was already refreshing; this one waited for its result. */
  "awaited",
  /** The provider refused the token. */
  "refused",
  /** The token was sent, and whether the provider used it is unknown. */
  "unknown",
  /** Nothing was sent: the provider, the store or the lock was unavailable. */
  "unavailable",
] as const;

/** The outcome of a refresh request. */
export type RefreshOutcome = (typeof refreshOutcomes)[number];

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
