import type { OAuth2Provider } from "@wellhead/sdk";
import { callProvider, type ProviderAnswer, type ProviderCall } from "../oauth/call-provider.js";
import type { OAuthEnvironment } from "../oauth/oauth-environment.js";
import { certificateOf, type OAuth2Client } from "./oauth2-client.js";

/** A token request that the protocol library has built. */
export interface TokenFetchRequest {
  /** The token address. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: URLSearchParams;
  /** Timeout of the whole call in milliseconds, from the DNS lookup to the last byte. */
  readonly timeout: number;
}

/** A response of a token address, both as it was received and in standard form. */
export interface TokenFetchAnswer {
  /** The response in standard form. */
  readonly response: Response;
  /** Status as received. */
  readonly status: number;
  /** Headers as received. */
  readonly headers: Readonly<Record<string, string>>;
  /** Members of the token response in standard form; `undefined` when it is not readable as one. */
  readonly members: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Sends a token request without retries and converts the response to the standard form.
 *
 * @param client - The provider and its client
 * @param request - Address, headers, form and timeout
 * @param environment - Egress guard
 * @returns The response
 * @throws ProviderFailure when no complete response arrived
 */
export async function fetchTokens(
  client: OAuth2Client,
  request: TokenFetchRequest,
  environment: OAuthEnvironment,
): Promise<TokenFetchAnswer> {
  const { provider } = client;
  const { status, headers, text } = await sendForm(client, {
    ...request,
    action: `get a token from ${provider.name}`,
    egress: environment.egress(),
  });
  const reply = normaliseTokenReply({ status, text, contentType: headers["content-type"] ?? "" }, provider);
  const response = new Response(reply.body === undefined ? "" : JSON.stringify(reply.body), {
    // The constructor throws for a body with a null-body status such as 204.
    status: reply.status < 200 || [204, 205, 304].includes(reply.status) ? 502 : reply.status,
    headers: { "content-type": reply.body === undefined ? "text/plain" : "application/json" },
  });
  return { response, status, headers, members: reply.body };
}

/**
 * Sends a form to a provider without retries. It presents the client's certificate, if any, and encodes the form as
 * JSON for a provider that expects JSON.
 *
 * @param client - The provider and its client
 * @param form - Address, headers, members and timeout
 * @returns The response, whatever its status
 * @throws ProviderFailure when no complete response arrived
 */
export async function sendForm(
  client: OAuth2Client,
  form: Omit<ProviderCall, "body" | "method"> & { readonly body: URLSearchParams },
): Promise<ProviderAnswer> {
  const json = client.provider.quirks?.jsonBody === true;
  return await callProvider({
    ...form,
    headers: { ...form.headers, ...(json && { "content-type": "application/json" }) },
    body: json ? JSON.stringify(Object.fromEntries(form.body)) : form.body.toString(),
    certificate: certificateOf(client),
  });
}

/** A token response as the provider sent it. */
export interface TokenReply {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

/** A token response in standard form: status 200 or an error, and a JSON object unless the response is unreadable. */
export interface NormalTokenReply {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

type Members = Readonly<Record<string, unknown>>;

/** Non-standard names that providers use for the standard members. */
const synonyms: ReadonlyMap<string, readonly string[]> = new Map([
  ["access_token", ["accessToken", "authToken", "auth_token"]],
  ["refresh_token", ["refreshToken"]],
  ["token_type", ["tokenType"]],
  ["expires_in", ["expiresIn", "expires", "access_token_expires_in"]],
  ["expires_at", ["expiresAt", "expire_at", "expires_on"]],
  ["scope", ["scopes"]],
]);

/** Members in which providers wrap the response. */
const envelopes = ["data", "result", "response", "body", "payload"];

/** Error codes that providers use for a code or a refresh token that is invalid, used or expired. */
const refusals =
  /^(?:bad_verification_code|bad_refresh_token|invalid_code|invalid_auth_code|invalid_authorization_code|code_(?:already_used|expired)|invalid_refresh_token|refresh_token_(?:invalid|expired|revoked)|token_(?:revoked|expired)|authorization_code_expired|expired_code|code_expired)$/i;

/**
 * Converts a token response to the standard form. It handles form encoding, JSON with another content type or status,
 * camel case, an envelope, scopes as a list, a missing token type, and an error with a success status.
 *
 * @param reply - The response as the provider sent it
 * @param provider - The provider, for its quirks
 * @returns Standard status and JSON object; the token type is the only value that is ever made up
 * @see RFC 6749, section 5
 */
function normaliseTokenReply(reply: TokenReply, provider: OAuth2Provider): NormalTokenReply {
  const parsed = parseReply(reply);
  if (parsed === undefined) return { status: reply.status, body: undefined };
  const { quirks = {} } = provider;
  const members = renamed(unwrapped(parsed, quirks.nested));
  const error = errorOf(members) ?? errorOf(parsed);
  const token = members["access_token"];
  if (error !== undefined && !isText(token)) {
    return { status: reply.status < 400 ? 400 : reply.status, body: errorBody(error) };
  }
  if (reply.status < 200 || reply.status > 299) return { status: reply.status, body: undefined };
  return { status: 200, body: { ...members, ...tokenType(members, quirks.ownTokenType), ...scope(members) } };
}

function parseReply({ text, contentType }: TokenReply): Members | undefined {
  const trimmed = text.replace(/^\uFEFF/, "").trim();
  if (trimmed.startsWith("{")) {
    try {
      const value: unknown = JSON.parse(trimmed);
      return isMembers(value) ? value : undefined;
    } catch {
      return undefined;
    }
  }
  const isForm = /x-www-form-urlencoded|text\/plain|text\/html/i.test(contentType);
  if (!isForm || !/^(?:[\w.-]+=[^&=<>\s]*)(?:&[\w.-]+=[^&=<>\s]*)*$/.test(trimmed)) return undefined;
  return Object.fromEntries(new URLSearchParams(trimmed));
}

function unwrapped(parsed: Members, nested: string | undefined): Members {
  if (nested !== undefined) {
    const inner = parsed[nested];
    return isMembers(inner) ? inner : parsed;
  }
  if (isText(parsed["access_token"]) || isText(parsed["accessToken"])) return parsed;
  for (const name of envelopes) {
    const inner = parsed[name];
    if (isMembers(inner) && (isText(inner["access_token"]) || isText(inner["accessToken"]))) {
      const { [name]: _inner, ...rest } = parsed;
      return { ...rest, ...inner };
    }
  }
  return parsed;
}

function renamed(members: Members): Members {
  // The ID token is dropped unvalidated: what identifies the account is the provider's response to its access token.
  const { id_token: _unused, ...copy }: Record<string, unknown> = members;
  for (const [name, others] of synonyms) {
    const found = others.find((other) => Object.hasOwn(copy, other));
    if (!Object.hasOwn(copy, name) && found !== undefined) copy[name] = copy[found];
  }
  for (const name of ["refresh_token", "expires_in", "expires_at", "scope"]) {
    if (copy[name] === null || copy[name] === "") delete copy[name];
  }
  return { ...copy, ...refreshToken(copy), ...lifetime(copy) };
}

/** Reads the refresh token: a number counts as text, and an invalid token is left out, because the access token is valid. */
function refreshToken(members: Members): Members {
  const { refresh_token: given } = members;
  if (given === undefined || isText(given)) return {};
  const isNumber = typeof given === "number" && Number.isSafeInteger(given);
  return { refresh_token: isNumber ? String(given) : undefined };
}

/** Maximum plausible lifetime in seconds: 31 years. A larger number is an instant in seconds since 1970. */
const longestLifetime = 1_000_000_000;

/** Reads the lifetime: numeric text counts as a number, and a value that is not a lifetime as the instant of the expiry. */
function lifetime(members: Members): Members {
  const { expires_in: given, expires_at: instant } = members;
  if (given === undefined) return {};
  const seconds = typeof given === "string" && /^\s*\d+(?:\.\d+)?\s*$/.test(given) ? Number(given) : given;
  const usable = typeof seconds === "number" && seconds > 0 && seconds <= longestLifetime;
  return usable ? { expires_in: seconds } : { expires_in: undefined, expires_at: instant ?? given };
}

function tokenType(members: Members, own: true | undefined): Members {
  const { token_type: type } = members;
  const missing = type === undefined || type === null || type === "";
  return missing || (own === true && isText(type)) ? { token_type: "bearer" } : {};
}

function scope(members: Members): Members {
  const { scope: given } = members;
  if (given === undefined || isText(given)) return {};
  return { scope: Array.isArray(given) ? given.filter((one) => isText(one)).join(" ") : undefined };
}

function errorOf(members: Members): string | undefined {
  const { error, errcode, ok, success, error_code: code } = members;
  if (isText(error)) return error;
  if (isMembers(error)) {
    const named = error["code"] ?? error["type"] ?? error["name"];
    return isText(named) ? named : "invalid_request";
  }
  if (typeof errcode === "number" && errcode !== 0) return "invalid_grant";
  if (isText(code)) return code;
  return ok === false || success === false ? "invalid_request" : undefined;
}

function errorBody(error: string): Members {
  return { error: refusals.test(error) ? "invalid_grant" : error.slice(0, 80) };
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
