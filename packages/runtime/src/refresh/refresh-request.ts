import type { OnUnknown, Rotation } from "@wellhead/sdk";
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
