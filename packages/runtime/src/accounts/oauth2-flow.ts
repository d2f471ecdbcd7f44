import { acceptExpiry } from "@wellhead/contract";
import {
  type ClientCertificate,
  ConnectorError,
  isConnectorError,
  type OAuth2Definition,
  type Rotation,
} from "@wellhead/sdk";
import { checkCallback } from "../oauth/check-callback.js";
import { clientCertificate, type Variables } from "../oauth/client-credentials.js";
import { FlowRegister, stateDigest } from "../oauth/flow-register.js";
import type { AccountMembers, OAuth2Finish, OAuth2Start, OAuthContext } from "../oauth/oauth-flow.js";
import { ProviderFailure } from "../oauth/provider-failure.js";
import { stateOf } from "../oauth/state-of.js";
import { lineageOf, noteSuccessor } from "../oauth2/account-lineage.js";
import { authorizationAddress } from "../oauth2/authorization-address.js";
import { checkClient, missingVariables, type OAuth2Client, oauth2Client } from "../oauth2/oauth2-client.js";
import { pkceVerifier } from "../oauth2/pkce-verifier.js";
import { providerEndpoints } from "../oauth2/provider-endpoints.js";
import { exchangeCode, membersOf } from "../oauth2/request-tokens.js";
import { revokeTokens } from "../oauth2/revoke-tokens.js";
import type { TokenSet } from "../oauth2/token-set.js";
import {
  hasSuccessors,
  type PresentedTokens,
  type PresentTokensOptions,
  presentTokens,
  type RefreshContext,
} from "../refresh/present-tokens.js";
import type { RefreshOutcome } from "../refresh/refresh-request.js";

/** Minimum remaining life, in milliseconds, of an access token that is still used after its refresh failed. */
const shortestUse = 30_000;

/** The facts about a provider that an operator needs. */
export interface OAuth2Facts {
  readonly provider: string;
  readonly rotation: Rotation;
}

/** The lifecycle of an OAuth 2 account: sign-in, refresh and revocation. Created by `oauth2`. */
export class OAuth2Flow {
  readonly #definition: OAuth2Definition;

  /**
   * Creates the flow of a definition.
   *
   * @param definition - Provider and its use
   */
  constructor(definition: OAuth2Definition) {
    this.#definition = definition;
  }

  /** Name of the provider, and what it does with used refresh tokens. */
  get facts(): OAuth2Facts {
    const { name, rotation = "single-use" } = this.#definition.provider;
    return { provider: name, rotation };
  }

  /**
   * Lists the variables that the deployment still has to set.
   *
   * @param context - Deployment
   * @returns Names of the missing variables
   */
  missing({ environment }: OAuthContext): readonly string[] {
    return missingVariables(this.#definition, environment.variables);
  }

  /**
   * Checks the variables that the deployment has set, as far as that is possible without the provider.
   *
   * @param context - Deployment
   * @throws ConnectorError `internal` naming the invalid variable
   */
  async check({ environment }: OAuthContext): Promise<void> {
    await checkClient(this.#definition, environment.variables, environment.now());
  }

  /**
   * Starts a sign-in: builds the address that a person is redirected to.
   *
   * @param start - Callback and state
   * @param context - Connector and deployment
   * @returns The address
   * @throws ConnectorError `invalid_field` when the callback is not allowed, `internal` when a variable is missing
   * @see The connector contract, "OAuth 2"
   */
  async start(start: OAuth2Start, context: OAuthContext): Promise<URL> {
    const client = this.#client(context);
    const { callback } = start;
    checkCallback(callback, context.environment.callbacks);
    const { authorize } = await providerEndpoints(client, context.environment);
    const state = stateOf(callback, start.state);
    await new FlowRegister(context).begin({ owner: ownerOf(client, context), callback, state });
    const digest = stateDigest(context.environment.secret, state);
    const verifier = pkceVerifier(context, { client, callback, state: digest });
    return authorizationAddress(authorize, { client, callback, state: start.state, verifier });
  }

  /**
   * Finishes a sign-in: exchanges the code for tokens.
   *
   * @param finish - Values that the platform received on the redirect back
   * @param context - Connector and deployment
   * @returns Members of the account
   * @throws ConnectorError `grant_refused` when the code is not valid for this sign-in, others when the provider fails
   * @see The connector contract, "OAuth 2"
   */
  async finish(finish: OAuth2Finish, context: OAuthContext): Promise<AccountMembers> {
    const client = this.#client(context);
    const { callback, code, redirect } = finish;
    checkCallback(callback, context.environment.callbacks);
    const register = new FlowRegister(context);
    const flow = { owner: ownerOf(client, context), callback, state: stateOf(callback, finish.state) };
    await register.finish(flow, code, client.provider.name);
    const issuer = textOf(redirect["iss"]);
    try {
      const keys = client.provider.pkce === false ? [undefined] : await register.keys(flow);
      const verifiers = keys.map((key) => key && pkceVerifier(context, { client, callback, ...key }));
      const tokens = await firstAccepted(verifiers, (verifier) =>
        exchangeCode(client, { code, callback, verifier, issuer }, context.environment),
      );
      return { ...keptOf(client, redirect), ...membersOf(tokens) };
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      if (error.fate === "unsent") await register.release(flow, code);
      throw error.error;
    }
  }

  /**
   * Refreshes an account whose access token has expired or expires within the refresh margin.
   *
   * @param account - Members as the platform stores them
   * @param context - Connector, deployment and coordinator
   * @returns The members that changed. `undefined` when the access token is still valid or its expiry is unknown,
   * unless an earlier request that could not deliver tokens to the platform has refreshed the account
   * @throws ConnectorError `account_expired` when the person must sign in again, others when the provider fails
   * @see The connector contract, POST /validate
   */
  async refresh(account: AccountMembers, context: RefreshContext): Promise<AccountMembers | undefined> {
    const { environment } = context;
    const expiry = acceptExpiry(account);
    if (expiry === undefined || expiry - environment.now() > environment.margin) {
      return await this.#handOut(account, context);
    }
    if (textOf(account["refresh_token"]) === undefined) {
      // Without a refresh token nothing can be refreshed, but the access token can be used until it expires.
      if (expiry > environment.now()) return undefined;
      throw new ConnectorError(
        "account_expired",
        `Sign in with ${this.facts.provider}: the sign-in has ended and cannot be renewed, connect the account again`,
      );
    }
    let ended: RefreshOutcome | undefined;
    const count = (outcome: RefreshOutcome): void => {
      ended = outcome;
      context.count(outcome);
    };
    try {
      return await this.renew(account, { ...context, count });
    } catch (error) {
      // The refresh has no known result and the access token is valid for a while longer. The next check tries again.
      const isOpen = ended === "unavailable" || ended === "unknown";
      if (isOpen && expiry - environment.now() > shortestUse) return undefined;
      throw error;
    }
  }

  /**
   * Renews an account whose access token the upstream rejected as stale, whatever its expiry says. The exchange is that
   * of {@link OAuth2Flow.refresh}: a caller that later presents the same account gets the resulting tokens.
   *
   * @param account - Members as the platform stores them
   * @param context - Connector, deployment and coordinator
   * @returns The members that changed; `undefined` when there is no refresh token
   * @throws ConnectorError `account_expired` when the person must sign in again, `unavailable` when it is impossible to
   * ensure that the refresh token is used only once, others when the provider fails
   * @see The connector contract, POST /validate
   */
  async renew(account: AccountMembers, context: RefreshContext): Promise<AccountMembers | undefined> {
    const presented = presentedOf(account);
    if (presented === undefined) return undefined;
    const tokens = await presentTokens(presented, this.#presenting(context));
    await noteSuccessor(presented.accessToken ?? presented.refreshToken, tokens.accessToken, context);
    return membersOf(tokens);
  }

  /**
   * Revokes the tokens of an account at the provider, if the definition has a revocation address.
   *
   * @param account - Members of the account
   * @param context - Connector and deployment
   * @returns Whether the tokens were revoked; `false` when the definition has no revocation address
   * @throws ConnectorError when the provider is unreachable or refuses
   * @see RFC 7009
   */
  async revoke(account: AccountMembers, context: OAuthContext): Promise<boolean> {
    const tokens = {
      accessToken: textOf(account["access_token"]),
      refreshToken: textOf(account["refresh_token"]),
    };
    return await revokeTokens(this.#client(context), tokens, context.environment);
  }

  /**
   * Returns the certificate that the calls of an account must present, because its tokens may be bound to it.
   *
   * @param variables - Variables of the deployment
   * @returns Certificate and key; `undefined` when the deployment has none
   * @throws ConnectorError `internal` when the certificate or its key cannot be read
   * @see RFC 8705, section 3
   */
  certificate(variables: Variables): ClientCertificate | undefined {
    return clientCertificate(this.#definition.prefix, variables);
  }

  /**
   * Names an account. The name stays the same when the account is refreshed.
   *
   * @param accessToken - Access token of the account
   * @param context - Connector and deployment
   * @returns The name, which reveals nothing about the account
   */
  async nameAccount(accessToken: string, context: OAuthContext): Promise<string> {
    return await lineageOf(accessToken, context);
  }

  /** Returns the tokens that the journal holds for an account whose own access token is still valid. */
  async #handOut(account: AccountMembers, context: RefreshContext): Promise<AccountMembers | undefined> {
    const presented = presentedOf(account);
    if (presented === undefined || this.missing(context).length > 0) return undefined;
    if (!(await hasSuccessors(presented, this.#presenting(context)))) return undefined;
    // A failure does not matter while the account's own access token is valid. The next check tries again.
    return await this.renew(account, context).catch(() => undefined);
  }

  #presenting(context: RefreshContext): PresentTokensOptions {
    return { client: this.#client(context), rotation: this.facts.rotation, context };
  }

  #client({ environment }: OAuthContext): OAuth2Client {
    return oauth2Client(this.#definition, environment.variables);
  }
}

/** Exchanges a code with each candidate verifier in turn, until the provider does not refuse the grant. */
async function firstAccepted(
  verifiers: readonly (string | undefined)[],
  exchange: (verifier: string | undefined) => Promise<TokenSet>,
): Promise<TokenSet> {
  const [first, ...others] = verifiers;
  try {
    return await exchange(first);
  } catch (error) {
    const isRefused =
      error instanceof ProviderFailure &&
      isConnectorError(error.error) &&
      error.error.code === "grant_refused";
    if (!isRefused || others.length === 0) throw error;
    return await firstAccepted(others, exchange);
  }
}

function ownerOf(client: OAuth2Client, { connector }: OAuthContext): string {
  return JSON.stringify([connector, client.audience, client.clientId]);
}

function keptOf({ keep }: OAuth2Client, redirect: AccountMembers): AccountMembers {
  return Object.fromEntries(
    keep.flatMap((name) => {
      const value = Object.hasOwn(redirect, name) ? textOf(redirect[name]) : undefined;
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function presentedOf(account: AccountMembers): PresentedTokens | undefined {
  const refreshToken = textOf(account["refresh_token"]);
  if (refreshToken === undefined) return undefined;
  return { accessToken: textOf(account["access_token"]), refreshToken };
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}
