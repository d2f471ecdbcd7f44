import { acceptExpiry } from "@wellhead/contract";
import type { ClientCertificate } from "../egress/guarded-connector.js";
import { ConnectorError, isConnectorError } from "../errors/connector-error.js";
import { checkCallback } from "../oauth/check-callback.js";
import { clientCertificate } from "../oauth/client-certificate.js";
import type { Variables } from "../oauth/client-credentials.js";
import { FlowRegister, stateDigest } from "../oauth/flow-register.js";
import type { AccountMembers, OAuth2Finish, OAuth2Start, OAuthContext } from "../oauth/oauth-flow.js";
import { ProviderFailure } from "../oauth/provider-failure.js";
import { stateOf } from "../oauth/state-of.js";
import { lineageOf, noteSuccessor } from "./account-lineage.js";
import { authorizationAddress } from "./authorization-address.js";
import { membersOf } from "./members-of.js";
import { checkClient, missingVariables, type OAuth2Client, oauth2Client } from "./oauth2-client.js";
import type { OAuth2Definition } from "./oauth2-definition.js";
import type { Rotation } from "./oauth2-provider.js";
import { pkceVerifier } from "./pkce-verifier.js";
import { providerEndpoints } from "./provider-endpoints.js";
import {
  hasSuccessors,
  type PresentedTokens,
  type PresentTokensOptions,
  presentTokens,
} from "./refresh/present-tokens.js";
import type { RefreshCoordinator } from "./refresh/refresh-coordinator.js";
import type { RefreshOutcome } from "./refresh/refresh-outcome.js";
import { exchangeCode } from "./request-tokens.js";
import { revokeTokens } from "./revoke-tokens.js";
import type { TokenSet } from "./token-set.js";

/** How long an access token must still live to be used although it could not be refreshed, in milliseconds. */
const shortestUse = 30_000;

/** Where an account is refreshed. */
export interface RefreshContext extends OAuthContext {
  readonly coordinator: RefreshCoordinator;
  /** Told how each refresh ended. */
  readonly count: (outcome: RefreshOutcome) => void;
  /** Whether new tokens cannot be handed to the platform with the answer. Default: `false`. */
  readonly undelivered?: boolean;
}

/** What a provider is, and what an operator must know about it. */
export interface OAuth2Facts {
  readonly provider: string;
  readonly rotation: Rotation;
}

/** The life of an OAuth 2 account: begun, finished, refreshed. Made by `oauth2`. */
export class OAuth2Flow {
  readonly #definition: OAuth2Definition;

  /**
   * Keeps the definition.
   *
   * @param definition - Provider and its use
   */
  constructor(definition: OAuth2Definition) {
    this.#definition = definition;
  }

  /** What the provider is. */
  get facts(): OAuth2Facts {
    const { name, rotation = "single-use" } = this.#definition.provider;
    return { provider: name, rotation };
  }

  /**
   * Lists what the deployment still has to set.
   *
   * @param context - Deployment
   * @returns Names of variables
   */
  missing({ environment }: OAuthContext): readonly string[] {
    return missingVariables(this.#definition, environment.variables);
  }

  /**
   * Checks what the deployment has set, as far as it can be checked without the provider.
   *
   * @param context - Deployment
   * @throws ConnectorError `internal` naming the variable that is wrong
   */
  async check({ environment }: OAuthContext): Promise<void> {
    await checkClient(this.#definition, environment.variables, environment.now());
  }

  /**
   * Begins: makes the address a person is sent to.
   *
   * @param start - Callback and state
   * @param context - Connector and deployment
   * @returns The address
   * @throws ConnectorError `invalid_field` when the callback may not be used, `internal` when the deployment has no client
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
   * Finishes: exchanges the code.
   *
   * @param finish - What the platform got on the redirect back
   * @param context - Connector and deployment
   * @returns Members of the account
   * @throws ConnectorError `grant_refused` when the code does not fit, and others when the provider fails
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
   * Refreshes an account whose access token is over, or nearly.
   *
   * @param account - Members as the platform stores them
   * @param context - Connector, deployment and coordinator
   * @returns The members that changed; `undefined` when the access token is still good, or its end is not known, unless a
   * request that could not hand out tokens has renewed the account since
   * @throws ConnectorError `account_expired` when only the person can help, and others when the provider fails
   * @see The connector contract, POST /validate
   */
  async refresh(account: AccountMembers, context: RefreshContext): Promise<AccountMembers | undefined> {
    const { environment } = context;
    const expiry = acceptExpiry(account);
    if (expiry === undefined || expiry - environment.now() > environment.margin) {
      return await this.#handOut(account, context);
    }
    if (textOf(account["refresh_token"]) === undefined) {
      // Inside the margin the token may still do; when it is over, nothing here can renew it.
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
      // Nothing is known to have come of it, and the access token still works for a while: the next check tries again.
      const isOpen = ended === "unavailable" || ended === "unknown";
      if (isOpen && expiry - environment.now() > shortestUse) return undefined;
      throw error;
    }
  }

  /**
   * Renews an account whose access token the upstream called stale, whatever its expiry says. It is the same exchange
   * as {@link OAuth2Flow.refresh}: who presents the same account later gets the tokens that came of it.
   *
   * @param account - Members as the platform stores them
   * @param context - Connector, deployment and coordinator
   * @returns The members that changed; `undefined` when there is no refresh token
   * @throws ConnectorError `account_expired` when only the person can help, `unavailable` when it cannot be made sure
   * that the refresh token is used once, and others when the provider fails
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
   * Revokes the tokens of an account at the provider, if the definition names an address for it.
   *
   * @param account - Members of the account
   * @param context - Connector and deployment
   * @returns Whether they were; `false` when the provider revokes nothing
   * @throws ConnectorError when the provider cannot be reached or refuses
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
   * Returns the certificate that the calls of an account present, because its tokens may be bound to it.
   *
   * @param variables - Variables of the deployment
   * @returns Certificate and key; `undefined` when the deployment has none
   * @throws ConnectorError `internal` when it cannot be read
   * @see RFC 8705, section 3
   */
  certificate(variables: Variables): ClientCertificate | undefined {
    return clientCertificate(this.#definition.prefix, variables);
  }

  /**
   * Names an account; the name stays the same when the account is refreshed.
   *
   * @param accessToken - Its access token
   * @param context - Connector and deployment
   * @returns The name, which says nothing about the account
   */
  async nameAccount(accessToken: string, context: OAuthContext): Promise<string> {
    return await lineageOf(accessToken, context);
  }

  /** Gives the tokens that wait in the journal for an account whose access token still does. */
  async #handOut(account: AccountMembers, context: RefreshContext): Promise<AccountMembers | undefined> {
    const presented = presentedOf(account);
    if (presented === undefined || this.missing(context).length > 0) return undefined;
    if (!(await hasSuccessors(presented, this.#presenting(context)))) return undefined;
    // What fails on the way takes nothing from the access token at hand; the next check tries again.
    return await this.renew(account, context).catch(() => undefined);
  }

  #presenting(context: RefreshContext): PresentTokensOptions {
    return { client: this.#client(context), rotation: this.facts.rotation, context };
  }

  #client({ environment }: OAuthContext): OAuth2Client {
    return oauth2Client(this.#definition, environment.variables);
  }
}

/** Exchanges a code with each verifier that may be the right one, until the provider does not refuse the grant. */
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
