import { acceptExpiry } from "@wellhead/contract/vocabulary";
import { ConnectorError, type OAuth2Definition, type Rotation } from "@wellhead/sdk";
import type { DeploymentSecret } from "../oauth/deployment-secret.js";
import type { AccountMembers, OAuthContext } from "../oauth/oauth-environment.js";
import { missingVariables, type OAuth2Client, oauth2Client } from "../oauth2/oauth2-client.js";
import { membersOf, sendRefreshToken, type TokenSet, textOf } from "../oauth2/request-tokens.js";
import type { RefreshCoordinator } from "./refresh-coordinator.js";
import type { RefreshOutcome, RefreshRequest } from "./refresh-request.js";

/** The context in which an account is refreshed. */
export interface RefreshContext extends OAuthContext {
  readonly coordinator: RefreshCoordinator;
  /** Called with the outcome of each refresh. */
  readonly count: (outcome: RefreshOutcome) => void;
  /** Whether the response cannot carry new tokens to the platform. Default: `false`. */
  readonly cannotDeliver?: boolean;
}

/** The tokens of an account before a refresh. */
export interface AccountTokens {
  readonly accessToken: string | undefined;
  readonly refreshToken: string;
}

/** The provider of the tokens, and the context in which they are refreshed. */
export interface RefreshTokensOptions {
  readonly client: OAuth2Client;
  readonly rotation: Rotation;
  readonly context: RefreshContext;
}

/** Minimum remaining life, in milliseconds, of an access token that is still used after its refresh failed. */
const minRemainingMs = 30_000;

/** Assumed lifetime of a refreshed access token, in milliseconds, when neither response nor definition states one. */
const defaultLifetimeMs = 3_600_000;

/** Maximum number of journal steps from an old account to the current one. It ends the loop if the tokens cycle. */
const maxSteps = 1000;

/** How long the cache remembers which account an access token belongs to, in milliseconds: 7 days. */
const nameLifetimeMs = 7 * 24 * 3_600_000;

/**
 * Refreshes an account whose access token has expired or expires within the refresh margin.
 *
 * @param definition - Provider and its use
 * @param account - Members as the platform stores them
 * @param context - Connector, deployment and coordinator
 * @returns The members that changed. `undefined` when the access token is still valid or its expiry is unknown,
 * unless an earlier request that could not deliver tokens to the platform has refreshed the account
 * @throws ConnectorError `account_expired` when the person must sign in again, others when the provider fails
 * @see The connector contract, POST /validate
 */
export async function refreshTokensIfDue(
  definition: OAuth2Definition,
  account: AccountMembers,
  context: RefreshContext,
): Promise<AccountMembers | undefined> {
  const { environment } = context;
  const expiry = acceptExpiry(account);
  if (expiry === undefined || expiry - environment.now() > environment.margin) {
    return await readJournal(definition, account, context);
  }
  if (tokensOf(account) === undefined) {
    // Without a refresh token nothing can be refreshed, but the access token can be used until it expires.
    if (expiry > environment.now()) return undefined;
    throw new ConnectorError(
      "account_expired",
      `Could not refresh the sign-in with ${definition.provider.name}: the account has no refresh token. Connect the account again.`,
    );
  }
  let ended: RefreshOutcome | undefined;
  const count = (outcome: RefreshOutcome): void => {
    ended = outcome;
    context.count(outcome);
  };
  try {
    return await refreshTokens(definition, account, { ...context, count });
  } catch (error) {
    // The refresh has no known result and the access token is valid for a while longer. The next check tries again.
    const isOpen = ended === "unavailable" || ended === "unknown";
    if (isOpen && expiry - environment.now() > minRemainingMs) return undefined;
    throw error;
  }
}

/**
 * Refreshes an account, whatever its expiry says. A caller that later uses the same account gets the resulting tokens.
 *
 * @param definition - Provider and its use
 * @param account - Members as the platform stores them
 * @param context - Connector, deployment and coordinator
 * @returns The members that changed; `undefined` when there is no refresh token
 * @throws ConnectorError `account_expired` when the person must sign in again, `unavailable` when it is impossible to
 * ensure that the refresh token is used only once, others when the provider fails
 * @see The connector contract, POST /validate
 */
export async function refreshTokens(
  definition: OAuth2Definition,
  account: AccountMembers,
  context: RefreshContext,
): Promise<AccountMembers | undefined> {
  const before = tokensOf(account);
  if (before === undefined) return undefined;
  const after = await refreshChain(before, optionsOf(definition, context));
  await keepName(before.accessToken ?? before.refreshToken, after.accessToken, context);
  return membersOf(after);
}

/** Returns the tokens that the journal holds for an account whose own access token is still valid. */
async function readJournal(
  definition: OAuth2Definition,
  account: AccountMembers,
  context: RefreshContext,
): Promise<AccountMembers | undefined> {
  const tokens = tokensOf(account);
  const missing = missingVariables(definition, context.environment.variables);
  if (tokens === undefined || missing.length > 0) return undefined;
  if (!(await hasNewerTokens(tokens, optionsOf(definition, context)))) return undefined;
  // A failure does not matter while the account's own access token is valid. The next check tries again.
  return await refreshTokens(definition, account, context).catch(() => undefined);
}

/**
 * Gets the tokens that replace those of an account. For an account that is several refreshes old, such as an old
 * snapshot of a platform, it follows the journal from one refresh to the next until it reaches a valid access token.
 *
 * @param tokens - The account's tokens
 * @param options - Provider, rotation, deployment
 * @returns Tokens with the refresh token to keep and an expiry
 * @throws ConnectorError when no tokens can be obtained
 */
export async function refreshChain(tokens: AccountTokens, options: RefreshTokensOptions): Promise<TokenSet> {
  const { count, environment } = options.context;
  let current = tokens;
  let ended: RefreshOutcome | undefined;
  const note = (outcome: RefreshOutcome): void => {
    ended = outcome;
  };
  try {
    for (let step = 1; ; step += 1) {
      const next = await refreshOnce(current, options, note);
      const { accessToken, refreshToken = current.refreshToken, expiry } = next;
      const isExpired = expiry !== undefined && expiry <= environment.now();
      const hasSuccessor = ended === "replayed" && isExpired && refreshToken !== current.refreshToken;
      if (!hasSuccessor || step === maxSteps) return { ...next, refreshToken };
      current = { accessToken, refreshToken };
    }
  } finally {
    if (ended !== undefined) count(ended);
  }
}

async function refreshOnce(
  tokens: AccountTokens,
  options: RefreshTokensOptions,
  count: (outcome: RefreshOutcome) => void,
): Promise<TokenSet> {
  const { environment, coordinator } = options.context;
  const send = async (): Promise<TokenSet> => {
    const sentAt = environment.now();
    const received = await sendRefreshToken(options.client, tokens.refreshToken, environment);
    // A response without a lifetime must still replace the expiry that the platform has stored.
    return { ...received, expiry: received.expiry ?? sentAt + defaultLifetimeMs };
  };
  return await coordinator.refresh({ ...requestOf(tokens, options), send }, count);
}

/**
 * Reports whether the journal holds newer tokens than an account has.
 *
 * @param tokens - The account's tokens
 * @param options - Provider, rotation, deployment
 * @returns Whether there are newer tokens
 */
export async function hasNewerTokens(tokens: AccountTokens, options: RefreshTokensOptions): Promise<boolean> {
  return await options.context.coordinator.holds(requestOf(tokens, options));
}

function requestOf(
  tokens: AccountTokens,
  { client, rotation, context }: RefreshTokensOptions,
): Omit<RefreshRequest, "send"> {
  return {
    ...tokens,
    connector: context.connector,
    provider: client.provider.name,
    audience: [client.audience, client.clientId],
    rotation,
    onUnknown: client.provider.onUnknown,
    cannotDeliver: context.cannotDeliver,
  };
}

function optionsOf(definition: OAuth2Definition, context: RefreshContext): RefreshTokensOptions {
  const { rotation = "single-use" } = definition.provider;
  return { client: oauth2Client(definition, context.environment.variables), rotation, context };
}

function tokensOf(account: AccountMembers): AccountTokens | undefined {
  const refreshToken = textOf(account["refresh_token"]);
  if (refreshToken === undefined) return undefined;
  return { accessToken: textOf(account["access_token"]), refreshToken };
}

/**
 * Names the account that an access token belongs to. The name stays the same across refreshes as long as the cache of
 * the deployment remembers them. It reveals nothing about the account.
 *
 * @param accessToken - The access token
 * @param context - Connector and deployment
 * @param secret - The secret that the name is derived with. Default: the current one of the deployment
 * @returns The name
 */
export async function accountNameOf(
  accessToken: string,
  context: OAuthContext,
  secret: DeploymentSecret = context.environment.secret,
): Promise<string> {
  const own = ownName(accessToken, context, secret);
  return (await context.environment.cache.get(`lineage:${own}`)) ?? own;
}

/** Gives the access token of a refresh the names of the one that it replaced: one for each secret of the deployment. */
async function keepName(before: string, after: string, context: OAuthContext): Promise<void> {
  if (before === after) return;
  const { cache, secret } = context.environment;
  for (const one of secret.all) {
    const name = await accountNameOf(before, context, one);
    await cache.set(`lineage:${ownName(after, context, one)}`, name, nameLifetimeMs);
  }
}

function ownName(accessToken: string, { connector }: OAuthContext, secret: DeploymentSecret): string {
  return secret.derive("account", connector, accessToken);
}
