import { upstreamInvalid } from "../errors/connector-error.js";
import type { Http } from "../http/http.js";
import { shape } from "../shape/shape.js";
import { Secret } from "../values/secret.js";
import type { AccessToken } from "./access-token-cache.js";

/** Options of {@link requestAccessToken}. */
export interface RequestAccessTokenOptions {
  /** URL of the token endpoint. */
  readonly tokenUrl: string;
  /** Members of the grant, such as `grant_type` and `assertion`. */
  readonly grant: Readonly<Record<string, string>>;
  /** Current time in milliseconds. */
  readonly now: number;
}

const tokenShape = shape.object({ access_token: shape.required(shape.text), expires_in: shape.number });

/** Maximum lifetime of a token in seconds, and how many seconds before its expiry a new one is requested at most. */
const seconds = { lifetime: 3600, margin: 60 };
/** Maximum share of the lifetime that is the margin. Without it, a token of a minute would be requested for every call. */
const maxMarginShare = 0.2;

/**
 * Requests an access token with a grant that may be sent again, such as an assertion or the secret of a client.
 *
 * @param http - Client that adds no credentials
 * @param options - Token endpoint and grant
 * @returns The token, which counts as expired a minute before it expires, or when a fifth of a shorter lifetime is left,
 *   and after an hour at the latest
 * @throws ConnectorError `upstream_invalid` when the response has no usable token, and as the client does
 * @see RFC 6749, section 4.4; RFC 7523, section 2.1
 * @example
 * ```ts snippet=examples/sdk/accounts.ts#access-tokens
 * const tokens = new AccessTokenCache();
 * const form = { key: password({ title: "Key" }) };
 * const serviceAccount = fields({
 *   title: "Service account",
 *   fields: form,
 *   authorize: async ({ headers }, account, { http }) => {
 *     const owner = accountKey({ connector: "tracker", account: { kind: "key", ...account }, form });
 *     const issued = await tokens.find(owner, () => {
 *       const file = readServiceAccountKey(account.key.reveal());
 *       const [tokenUrl, now] = ["https://oauth2.googleapis.com/token", Date.now()];
 *       const assertion = signAssertion({ key: file, scopes: ["email"], audience: tokenUrl, now });
 *       const grant = { grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion };
 *       return requestAccessToken(http, { tokenUrl, grant, now });
 *     });
 *     headers["authorization"] = `Bearer ${issued.reveal()}`;
 *   },
 * });
 * ```
 */
export async function requestAccessToken(
  http: Http,
  { tokenUrl, grant, now }: RequestAccessTokenOptions,
): Promise<AccessToken> {
  const reply = await http.post(tokenUrl, { form: grant, idempotent: true }).json(tokenShape);
  const { access_token: token, expires_in: lifetime = seconds.lifetime } = reply;
  // A header may contain only visible ASCII.
  if (!/^[\x21-\x7E]+$/.test(token)) {
    throw upstreamInvalid("Could not sign in: the token endpoint returned no usable token. Try again later.");
  }
  const lifetimeSeconds = Math.min(Number(lifetime) || seconds.lifetime, seconds.lifetime);
  const margin = Math.min(seconds.margin, lifetimeSeconds * maxMarginShare);
  return { token: new Secret(token), expiresAt: now + (lifetimeSeconds - margin) * 1000 };
}
