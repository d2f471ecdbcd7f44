import { createHash } from "node:crypto";
import {
  type ClientCertificate,
  isConnectorError,
  type OAuth2Definition,
  type Rotation,
} from "@wellhead/sdk";
import { parseUrl } from "@wellhead/sdk/internal";
import { canPresentAgain, ProviderFailure } from "../oauth/call-provider.js";
import { checkCallback } from "../oauth/check-callback.js";
import { clientCertificate, type Variables } from "../oauth/client-credentials.js";
import type { DeploymentSecret } from "../oauth/deployment-secret.js";
import { FlowRegister, stateDigest } from "../oauth/flow-register.js";
import type { AccountMembers, OAuth2Finish, OAuth2Start, OAuthContext } from "../oauth/oauth-environment.js";
import { checkClient, missingVariables, type OAuth2Client, oauth2Client } from "./oauth2-client.js";
import { exchangeCode, membersOf, type TokenSet, textOf } from "./request-tokens.js";
import { revokeTokens } from "./revoke-tokens.js";
import { providerEndpoints } from "./signed-client.js";

/** The facts about a provider that an operator needs. */
export interface OAuth2Facts {
  readonly provider: string;
  readonly rotation: Rotation;
}

/** The sign-in of an OAuth 2 account, and its revocation. */
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
      if (canPresentAgain(error)) await register.release(flow, code);
      throw error.error;
    }
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

/**
 * Returns the `state` of a sign-in: the one that the platform sent, else the one in the callback.
 *
 * @param callback - Address to which the provider redirects the person
 * @param given - `state` that the platform sent
 * @returns The state; empty when there is none
 */
function stateOf(callback: string, given: string | undefined): string {
  if (given !== undefined && given !== "") return given;
  return parseUrl(callback)?.searchParams.get("state") ?? "";
}

/** The parts of an authorization request. */
interface AuthorizationRequest {
  readonly client: OAuth2Client;
  readonly callback: string;
  /** State of the platform, which is added to the address unchanged. */
  readonly state: string | undefined;
  /** Code verifier; its challenge is sent if the provider supports PKCE. */
  readonly verifier: string;
}

/**
 * Builds the address that a person is redirected to in order to sign in.
 *
 * @param endpoint - Authorization address of the provider
 * @param request - Client, callback, state and verifier
 * @returns The address; it contains no secret
 * @see RFC 6749, section 4.1.1; RFC 7636, section 4.3
 */
function authorizationAddress(
  endpoint: URL,
  { client, callback, state, verifier }: AuthorizationRequest,
): URL {
  const address = new URL(endpoint);
  const { provider, scopes, clientId } = client;
  const { quirks = {}, pkce = true, separator = " ", parameters = {} } = provider;
  const set = (name: string, value: string): void => address.searchParams.set(name, value);
  for (const [name, value] of Object.entries(parameters)) set(name, value);
  set("response_type", "code");
  set(quirks.clientIdParameter ?? "client_id", clientId);
  set("redirect_uri", callback);
  if (scopes.length > 0) set(quirks.scopeParameter ?? "scope", scopes.join(separator));
  if (state !== undefined && state !== "") set("state", state);
  if (pkce) {
    set("code_challenge", pkceChallenge(verifier));
    set("code_challenge_method", "S256");
  }
  return address;
}

/** The values that a code verifier is bound to. */
export interface VerifierBinding {
  readonly client: OAuth2Client;
  readonly callback: string;
  /** Digest of the state; empty when there is none. */
  readonly state: string;
  /** Secret that the verifier is derived from. Default: the current secret of the deployment. */
  readonly secret?: DeploymentSecret;
}

/**
 * Derives the code verifier of a sign-in from the deployment's secret, connector, provider, client, callback and state.
 * The verifier is not stored, so any replica can finish a sign-in that another one started. The code of another sign-in
 * does not match the verifier.
 *
 * @param context - Connector and deployment
 * @param binding - The values that it is bound to
 * @returns 43 characters
 * @see RFC 7636, section 4.1
 */
export function pkceVerifier({ connector, environment }: OAuthContext, binding: VerifierBinding): string {
  const { client, callback, state, secret = environment.secret } = binding;
  return secret.derive("pkce", connector, client.audience, client.clientId, callback, state);
}

/**
 * Returns the code challenge of a verifier.
 *
 * @param verifier - The verifier
 * @returns Its SHA-256 in base64url
 * @see RFC 7636, section 4.2
 */
export function pkceChallenge(verifier: string): string {
  return createHash("sha256").update(verifier).digest("base64url");
}
