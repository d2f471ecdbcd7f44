import { createHash } from "node:crypto";
import {
  jsonAnswer,
  makeToken,
  type ProviderAnswer,
  type ProviderState,
  type SeenRequest,
} from "./provider-state.js";

/**
 * Handles a request to the authorization endpoint: the user agrees at once.
 *
 * @param state - State of the provider
 * @param request - The request
 * @returns A redirect to the callback, or 400
 */
export function authorize(state: ProviderState, request: SeenRequest): ProviderAnswer {
  const { query } = request;
  const redirectUri = query.get("redirect_uri") ?? "";
  if (query.get("client_id") !== state.clientId) return jsonAnswer(400, { error: "unauthorized_client" });
  if (query.get("response_type") !== "code" || !URL.canParse(redirectUri)) {
    return jsonAnswer(400, { error: "invalid_request" });
  }
  const code = makeToken("code");
  const s256 = query.get("code_challenge_method") === "S256";
  state.codes.set(code, {
    redirectUri,
    challenge: s256 ? (query.get("code_challenge") ?? undefined) : undefined,
  });
  const location = new URL(redirectUri);
  location.searchParams.set("code", code);
  const passed = query.get("state");
  if (passed !== null) location.searchParams.set("state", passed);
  return { status: 302, headers: { location: location.href } };
}

/**
 * Handles a request to the token endpoint.
 *
 * @param state - State of the provider
 * @param request - The request
 * @param authorization - Authorization header; empty when missing
 * @returns Tokens, or the error of RFC 6749
 */
export function exchangeToken(
  state: ProviderState,
  request: SeenRequest,
  authorization: string,
): ProviderAnswer {
  if (state.behaviour === "server-error") return jsonAnswer(500, { error: "server_error" });
  if (state.behaviour === "html")
    return { status: 200, headers: { "content-type": "text/html" }, body: "<p>Busy</p>" };
  if (!isClient(state, request, authorization)) return jsonAnswer(401, { error: "invalid_client" });
  const allowed =
    request.form.get("grant_type") === "refresh_token"
      ? takeRefreshToken(state, request)
      : takeCode(state, request);
  if (!allowed) return jsonAnswer(400, { error: "invalid_grant" });
  if (state.behaviour === "no-access-token") return jsonAnswer(200, { token_type: "Bearer" });
  return issueTokens(state);
}

function isClient(state: ProviderState, { form }: SeenRequest, authorization: string): boolean {
  const basic = Buffer.from(authorization.replace(/^Basic /i, ""), "base64").toString();
  const [id = "", secret = ""] = authorization === "" ? [] : basic.split(":").map(decodeURIComponent);
  const [wantedId, wantedSecret] = [state.clientId, state.clientSecret];
  if (id === wantedId && secret === wantedSecret) return true;
  return form.get("client_id") === wantedId && form.get("client_secret") === wantedSecret;
}

function takeCode(state: ProviderState, { form }: SeenRequest): boolean {
  const code = form.get("code") ?? "";
  const issued = state.codes.get(code);
  state.codes.delete(code);
  if (issued === undefined || form.get("redirect_uri") !== issued.redirectUri) return false;
  if (issued.challenge === undefined) return true;
  const verifier = form.get("code_verifier") ?? "";
  return createHash("sha256").update(verifier).digest("base64url") === issued.challenge;
}

function takeRefreshToken(state: ProviderState, { form }: SeenRequest): boolean {
  const token = form.get("refresh_token") ?? "";
  // A new access token invalidates the old one: a connector must continue with the new one.
  state.accessTokens.delete(state.refreshTokens.get(token) ?? "");
  if (state.behaviour === "no-refresh-token") return state.refreshTokens.has(token);
  return state.refreshTokens.delete(token);
}

function issueTokens(state: ProviderState): ProviderAnswer {
  const access = makeToken("access");
  if (state.behaviour !== "dead-token") state.accessTokens.add(access);
  const answer = { access_token: access, token_type: "Bearer", expires_in: state.expiresIn };
  if (state.behaviour === "no-refresh-token") return jsonAnswer(200, answer);
  const refresh = makeToken("refresh");
  state.refreshTokens.set(refresh, access);
  return jsonAnswer(200, { ...answer, refresh_token: refresh });
}
