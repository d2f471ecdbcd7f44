import { isSigned, readAuthorization } from "./oauth1-signature.js";
import {
  jsonAnswer,
  makeToken,
  type ProviderAnswer,
  type ProviderState,
  type SeenRequest,
} from "./provider-state.js";

/** A request to an OAuth 1 endpoint, with the data its signature covers. */
export interface OAuth1Request extends SeenRequest {
  readonly address: string;
  readonly authorization: string;
}

/**
 * Issues a request token.
 *
 * @param state - State of the provider
 * @param request - The request
 * @returns The token, form-encoded; 401 when the signature is invalid; 500 when the provider is told to fail
 */
export function requestToken(state: ProviderState, request: OAuth1Request): ProviderAnswer {
  if (state.behaviour === "server-error") return jsonAnswer(500, { error: "server_error" });
  const header = readAuthorization(request.authorization);
  if (!isFrom(state, request, "")) return jsonAnswer(401, { error: "wrong signature" });
  const [token, secret] = [makeToken("request"), makeToken("secret")];
  state.tokenSecrets.set(token, secret);
  state.requestTokens.set(token, {
    callback: header.get("oauth_callback") ?? "",
    verifier: makeToken("verifier"),
  });
  return formAnswer({ oauth_token: token, oauth_token_secret: secret, oauth_callback_confirmed: "true" });
}

/**
 * Redirects the user to the callback: they agree at once.
 *
 * @param state - State of the provider
 * @param request - The request
 * @returns A redirect, or 400 for an unknown token
 */
export function authorizeToken(state: ProviderState, request: SeenRequest): ProviderAnswer {
  const token = request.query.get("oauth_token") ?? "";
  const issued = state.requestTokens.get(token);
  if (issued === undefined || !URL.canParse(issued.callback))
    return jsonAnswer(400, { error: "unknown token" });
  const location = new URL(issued.callback);
  location.searchParams.set("oauth_token", token);
  location.searchParams.set("oauth_verifier", issued.verifier);
  return { status: 302, headers: { location: location.href } };
}

/**
 * Exchanges a request token for an access token.
 *
 * @param state - State of the provider
 * @param request - The request
 * @returns The access token, form-encoded, or 401
 */
export function accessToken(state: ProviderState, request: OAuth1Request): ProviderAnswer {
  if (state.behaviour === "server-error") return jsonAnswer(500, { error: "server_error" });
  const header = readAuthorization(request.authorization);
  const token = header.get("oauth_token") ?? "";
  const issued = state.requestTokens.get(token);
  const verified = issued !== undefined && header.get("oauth_verifier") === issued.verifier;
  if (!verified || !isFrom(state, request, state.tokenSecrets.get(token) ?? "")) {
    return jsonAnswer(401, { error: "token refused" });
  }
  state.requestTokens.delete(token);
  const [access, secret] = [makeToken("Access1"), makeToken("Secret1")];
  state.tokenSecrets.set(access, secret);
  state.accessTokens.add(access);
  return formAnswer({ oauth_token: access, oauth_token_secret: secret });
}

/**
 * Returns whether a request is signed by the registered client.
 *
 * @param state - State of the provider
 * @param request - The request
 * @param tokenSecret - Secret of the token in the request; empty for none
 * @returns True when key and signature are valid
 */
export function isFrom(state: ProviderState, request: OAuth1Request, tokenSecret: string): boolean {
  const { method, address, authorization } = request;
  const parameters = [...request.query, ...request.form];
  if (readAuthorization(authorization).get("oauth_consumer_key") !== state.clientId) return false;
  return isSigned({
    method,
    address,
    parameters,
    authorization,
    clientSecret: state.clientSecret,
    tokenSecret,
  });
}

function formAnswer(values: Readonly<Record<string, string>>): ProviderAnswer {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  return { status: 200, headers, body: new URLSearchParams(values).toString() };
}
