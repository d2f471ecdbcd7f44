import {
  ConnectorError,
  type OAuth1Definition,
  rateLimited,
  upstreamInvalid,
  upstreamUnavailable,
} from "@wellhead/sdk";
import { readRetryHint } from "@wellhead/sdk/internal";
import {
  callProvider,
  canPresentAgain,
  type ProviderAnswer,
  ProviderFailure,
} from "../oauth/call-provider.js";
import { checkCallback } from "../oauth/check-callback.js";
import { clientCredentials, missingCredentials, type Variables } from "../oauth/client-credentials.js";
import { FlowRegister } from "../oauth/flow-register.js";
import type { AccountMembers, OAuthContext, OAuthEnvironment } from "../oauth/oauth-environment.js";
import { type OAuth1Credentials, type OAuth1Request, signOAuth1 } from "./sign-oauth1.js";

/** A sign-in that was started: the address for the person, and the temporary credentials for finishing it. */
export interface OAuth1Begun {
  readonly address: URL;
  readonly token: string;
  readonly secret: string;
}

/** Values that the platform has after the redirect back. */
export interface OAuth1Finish {
  readonly token: string;
  /** Secret of the temporary credentials; `undefined` when the platform no longer has it. */
  readonly secret: string | undefined;
  readonly verifier: string;
}

/** The lifecycle of an OAuth 1 account: sign-in and the signing of requests. Created by `oauth1`. */
export class OAuth1Flow {
  readonly #definition: OAuth1Definition;

  /**
   * Creates the flow of a definition.
   *
   * @param definition - Provider and its use
   */
  constructor(definition: OAuth1Definition) {
    this.#definition = definition;
  }

  /** Name of the provider. */
  get provider(): string {
    return this.#definition.name;
  }

  /**
   * Lists the variables that the deployment still has to set.
   *
   * @param context - Deployment
   * @returns Names of the missing variables
   */
  missing({ environment }: OAuthContext): readonly string[] {
    return missingCredentials(this.#definition, environment.variables);
  }

  /**
   * Starts a sign-in: requests temporary credentials and builds the address that a person is redirected to.
   *
   * @param callback - Address to which the person returns; a `state` in it is preserved
   * @param context - Connector and deployment
   * @returns Address and temporary credentials
   * @throws ConnectorError `invalid_field` when the callback is not allowed, others when the provider fails
   * @see The connector contract, "OAuth 1"
   */
  async start(callback: string, context: OAuthContext): Promise<OAuth1Begun> {
    const { name, requestToken, authorize, parameters } = this.#definition;
    checkCallback(callback, context.environment.callbacks);
    const request = { method: "POST", url: new URL(requestToken), further: { oauth_callback: callback } };
    const reply = await this.#ask(request, {}, { context, step: "begin" });
    const { token, secret } = reply;
    if (reply.members.get("oauth_callback_confirmed") === "false") {
      throw new ConnectorError(
        "internal",
        `Could not sign in with ${name}: it refused the callback address. Its operator must register the address.`,
      );
    }
    const flow = { owner: this.#owner(context), callback: token, state: token };
    await new FlowRegister(context).begin(flow, secret);
    const address = new URL(authorize);
    for (const [argument, value] of Object.entries(parameters)) address.searchParams.set(argument, value);
    address.searchParams.set("oauth_token", token);
    return { address, token, secret };
  }

  /**
   * Finishes a sign-in: exchanges the temporary credentials and the verifier for the token.
   *
   * @param finish - Values that the platform has after the redirect back
   * @param context - Connector and deployment
   * @returns Members of the account
   * @throws ConnectorError `grant_refused` when the sign-in is refused, `missing_field` when the secret of the
   * temporary credentials is unknown, others when the provider fails
   * @see The connector contract, "OAuth 1"
   */
  async finish(finish: OAuth1Finish, context: OAuthContext): Promise<AccountMembers> {
    const { name, accessToken, keep } = this.#definition;
    const { token, verifier } = finish;
    const flow = { owner: this.#owner(context), callback: token, state: token };
    const register = new FlowRegister(context);
    const known = await register.finish(flow, `${token} ${verifier}`, name);
    const secret = finish.secret ?? known;
    if (secret === undefined) {
      await register.release(flow, `${token} ${verifier}`);
      throw new ConnectorError(
        "missing_field",
        'Could not sign in: expected "access_secret" in "fields", with the "secret" that the start of the sign-in returned. Start again.',
        { field: "access_secret" },
      );
    }
    const request = { method: "POST", url: new URL(accessToken), further: { oauth_verifier: verifier } };
    try {
      const reply = await this.#ask(request, { token, tokenSecret: secret }, { context, step: "finish" });
      const kept = keep.flatMap((member) => {
        const value = reply.members.get(member);
        return value === null ? [] : [[member, value] as const];
      });
      return { ...Object.fromEntries(kept), access_token: reply.token, access_secret: reply.secret };
    } catch (error) {
      if (error instanceof ProviderFailure && canPresentAgain(error)) {
        await register.release(flow, `${token} ${verifier}`);
      }
      throw error instanceof ProviderFailure ? error.error : error;
    }
  }

  /**
   * Signs a request.
   *
   * @param request - The request
   * @param token - Token and its secret
   * @param variables - Variables of the deployment
   * @returns Value of the `Authorization` header
   * @throws ConnectorError `internal` when the deployment has not set the consumer key or secret
   */
  sign(
    request: OAuth1Request,
    token: Pick<OAuth1Credentials, "token" | "tokenSecret">,
    variables: Variables,
  ): string {
    const { signature, realm, name } = this.#definition;
    const missing = missingCredentials(this.#definition, variables);
    if (missing.length > 0) {
      throw new ConnectorError(
        "internal",
        `Could not sign in with ${name}: this service is not registered with ${name}. Its operator must set ${missing.join(" and ")}.`,
      );
    }
    const credentials = { ...clientCredentials(this.#definition, variables), ...token };
    return signOAuth1(request, credentials, { method: signature, realm });
  }

  async #ask(
    request: OAuth1Request,
    token: Pick<OAuth1Credentials, "token" | "tokenSecret">,
    { context, step }: { readonly context: OAuthContext; readonly step: "begin" | "finish" },
  ): ReturnType<typeof requestOAuth1Token> {
    const { environment } = context;
    const authorization = this.sign(request, token, environment.variables);
    const { url } = request;
    try {
      return await requestOAuth1Token({ url, authorization, provider: this.provider, step, environment });
    } catch (error) {
      if (step === "begin" && error instanceof ProviderFailure) throw error.error;
      throw error;
    }
  }

  #owner({ connector }: OAuthContext): string {
    return JSON.stringify([connector, this.#definition.accessToken]);
  }
}

/** A signed token request. */
interface OAuth1TokenRequest {
  readonly url: URL;
  /** Value of the `Authorization` header. */
  readonly authorization: string;
  /** Name of the provider, for error messages. */
  readonly provider: string;
  /** Whether temporary credentials (`begin`) or the token (`finish`) are requested. */
  readonly step: "begin" | "finish";
  readonly environment: OAuthEnvironment;
}

/** Credentials that a provider returned. */
interface OAuth1TokenReply {
  readonly token: string;
  readonly secret: string;
  /** All members of the response. */
  readonly members: URLSearchParams;
}

/**
 * Requests credentials from a provider. The request is never retried.
 *
 * @param request - The signed request
 * @returns The credentials
 * @throws ProviderFailure when the provider returns no credentials
 * @see RFC 5849, sections 2.1 and 2.3
 */
async function requestOAuth1Token(request: OAuth1TokenRequest): Promise<OAuth1TokenReply> {
  const { url, authorization, provider, environment } = request;
  const answer = await callProvider({
    egress: environment.egress(),
    url,
    headers: { authorization, accept: "application/x-www-form-urlencoded, */*;q=0.1" },
    action: `get a token from ${provider}`,
    timeout: environment.callTimeout,
  });
  if (answer.status < 200 || answer.status > 299) throw refusal(answer, request);
  const members = new URLSearchParams(answer.text.trim());
  const token = members.get("oauth_token") ?? "";
  const secret = members.get("oauth_token_secret");
  if (token !== "" && secret !== null) return { token, secret, members };
  const error = upstreamInvalid(
    `Could not get a token from ${provider}: expected a token, got another response. The connector's author must check the addresses.`,
  );
  throw new ProviderFailure("unknown", error);
}

function refusal(
  answer: ProviderAnswer,
  { provider, step, environment }: OAuth1TokenRequest,
): ProviderFailure {
  const { status, headers } = answer;
  if (status >= 500) {
    const error = upstreamUnavailable(
      `Could not get a token from ${provider}: the server returned an error (${status}). Try again later.`,
    );
    return new ProviderFailure("unknown", error);
  }
  if (status === 429) {
    const wait = readRetryHint(headers, environment.now());
    const options = wait === undefined ? {} : { retryAfter: Math.min(3600, Math.ceil(wait / 1000)) };
    return new ProviderFailure(
      "refused",
      rateLimited(
        `Could not get a token from ${provider}: its limit of requests is reached. Try again later.`,
        options,
      ),
    );
  }
  if (status < 400) {
    const sentence = `Could not get a token from ${provider}: expected a token, got a redirect (${status}). The connector's author must check the addresses.`;
    return new ProviderFailure("refused", upstreamInvalid(sentence));
  }
  const error =
    step === "finish"
      ? new ConnectorError(
          "grant_refused",
          `Could not sign in with ${provider}: it refused the verifier, which was used before, has expired or belongs to another sign-in. Start again.`,
        )
      : new ConnectorError(
          "internal",
          `Could not get a token from ${provider}: it refused the client of this service (${status}). The operator must check the consumer key, its secret and the callback address.`,
        );
  return new ProviderFailure("refused", error);
}
