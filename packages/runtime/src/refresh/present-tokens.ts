import type { Rotation } from "@wellhead/sdk";
import type { OAuthContext } from "../oauth/oauth-flow.js";
import type { OAuth2Client } from "../oauth2/oauth2-client.js";
import { refreshTokens } from "../oauth2/request-tokens.js";
import type { TokenSet } from "../oauth2/token-set.js";
import type { RefreshCoordinator } from "./refresh-coordinator.js";
import type { RefreshOutcome, RefreshRequest } from "./refresh-request.js";

/** The context in which an account is refreshed. */
export interface RefreshContext extends OAuthContext {
  readonly coordinator: RefreshCoordinator;
  /** Called with the outcome of each refresh. */
  readonly count: (outcome: RefreshOutcome) => void;
  /** Whether the response cannot carry new tokens to the platform. Default: `false`. */
  readonly undelivered?: boolean;
}

/** The tokens of an account to renew. */
export interface PresentedTokens {
  readonly accessToken: string | undefined;
  readonly refreshToken: string;
}

/** The provider of the tokens, and the context in which they are renewed. */
export interface PresentTokensOptions {
  readonly client: OAuth2Client;
  readonly rotation: Rotation;
  readonly context: RefreshContext;
}

/** Assumed lifetime of a refreshed access token, in milliseconds, when neither response nor definition states one. */
const usualLifetime = 3_600_000;

/** Maximum number of journal steps from an old account to the current one. It ends the loop if the tokens cycle. */
const mostSteps = 1000;

/**
 * Gets the tokens that replace those of an account. For an account that is several renewals old, such as an old
 * snapshot of a platform, it follows the journal from one renewal to the next until it reaches a valid access token.
 *
 * @param presented - The account's tokens
 * @param options - Provider, rotation, deployment
 * @returns Tokens with the refresh token to keep and an expiry
 * @throws ConnectorError when no tokens can be obtained
 */
export async function presentTokens(
  presented: PresentedTokens,
  options: PresentTokensOptions,
): Promise<TokenSet> {
  const { count, environment } = options.context;
  let current = presented;
  let ended: RefreshOutcome | undefined;
  const note = (outcome: RefreshOutcome): void => {
    ended = outcome;
  };
  try {
    for (let step = 1; ; step += 1) {
      const tokens = await exchange(current, options, note);
      const { accessToken, refreshToken = current.refreshToken, expiry } = tokens;
      const isOver = expiry !== undefined && expiry <= environment.now();
      const leadsOn = ended === "replayed" && isOver && refreshToken !== current.refreshToken;
      if (!leadsOn || step === mostSteps) return { ...tokens, refreshToken };
      current = { accessToken, refreshToken };
    }
  } finally {
    if (ended !== undefined) count(ended);
  }
}

async function exchange(
  { accessToken, refreshToken }: PresentedTokens,
  { client, rotation, context }: PresentTokensOptions,
  count: (outcome: RefreshOutcome) => void,
): Promise<TokenSet> {
  const { environment, coordinator } = context;
  const send = async (): Promise<TokenSet> => {
    const asked = environment.now();
    const tokens = await refreshTokens(client, refreshToken, environment);
    // A response without a lifetime must still replace the expiry that the platform has stored.
    return { ...tokens, expiry: tokens.expiry ?? asked + usualLifetime };
  };
  const request = requestOf({ accessToken, refreshToken }, { client, rotation, context });
  return await coordinator.refresh({ ...request, send }, count);
}

/**
 * Reports whether the journal holds newer tokens than those that an account presents.
 *
 * @param presented - The account's tokens
 * @param options - Provider, rotation, deployment
 * @returns Whether there are newer tokens
 */
export async function hasSuccessors(
  presented: PresentedTokens,
  options: PresentTokensOptions,
): Promise<boolean> {
  return await options.context.coordinator.holds(requestOf(presented, options));
}

function requestOf(
  presented: PresentedTokens,
  { client, rotation, context }: PresentTokensOptions,
): Omit<RefreshRequest, "send"> {
  return {
    ...presented,
    connector: context.connector,
    provider: client.provider.name,
    audience: [client.audience, client.clientId],
    rotation,
    onUnknown: client.provider.onUnknown,
    undelivered: context.undelivered,
  };
}
