import type { OnUnknown, Rotation } from "../oauth2-provider.js";
import type { TokenSet } from "../token-set.js";

/** A refresh token to be sent to its provider. */
export interface RefreshRequest {
  /** Id of the connector. */
  readonly connector: string;
  /** Name of the provider, for the sentence. */
  readonly provider: string;
  /** Where the token is sent, and for whom. */
  readonly audience: readonly string[];
  readonly refreshToken: string;
  /** Access token the caller has; an earlier result with this one is no answer. Default: none. */
  readonly accessToken?: string | undefined;
  readonly rotation: Rotation;
  /** What to do when the answer to a single-use token was lost. Default: `ask-again`. */
  readonly onUnknown?: OnUnknown | undefined;
  /**
   * Whether the tokens cannot be handed to the platform with this request, so that the journal must keep them until it
   * asks. Default: `false`.
   */
  readonly undelivered?: boolean | undefined;
  /** Sends the token, and listens for the answer as long as there may be one; throws `ProviderFailure`. */
  readonly send: () => Promise<TokenSet>;
}
