import { createHmac } from "node:crypto";

/** A signed request and the secrets it should be signed with. */
export interface SignedRequest {
  readonly method: string;
  /** Address without query. */
  readonly address: string;
  /** Query and form parameters. */
  readonly parameters: ReadonlyArray<readonly [string, string]>;
  /** Authorization header. */
  readonly authorization: string;
  readonly clientSecret: string;
  readonly tokenSecret: string;
}

/**
 * Parses the parameters of an `Authorization: OAuth` header.
 *
 * @param authorization - The header
 * @returns Parameters by name; empty when the header is of another kind
 */
export function readAuthorization(authorization: string): ReadonlyMap<string, string> {
  if (!/^OAuth /i.test(authorization)) return new Map();
  const pairs = Array.from(authorization.matchAll(/([\w%.~-]+)="([^"]*)"/g), ([, name = "", value = ""]) => {
    const pair: [string, string] = [decodeURIComponent(name), decodeURIComponent(value)];
    return pair;
  });
  return new Map(pairs);
}

/**
 * Verifies an HMAC-SHA1 signature as defined in RFC 5849 section 3.4.
 *
 * @param request - The request and the secrets
 * @returns True when the signature is valid
 */
export function isSigned(request: SignedRequest): boolean {
  const header = readAuthorization(request.authorization);
  const signed = [...header].filter(([name]) => name !== "realm" && name !== "oauth_signature");
  const parameters = [...signed, ...request.parameters]
    .map(([name, value]) => `${escapeText(name)}=${escapeText(value)}`)
    .toSorted();
  const base = [request.method, request.address, parameters.join("&")].map(escapeText).join("&");
  const key = `${escapeText(request.clientSecret)}&${escapeText(request.tokenSecret)}`;
  return createHmac("sha1", key).update(base).digest("base64") === header.get("oauth_signature");
}

/**
 * Escapes text as RFC 5849 section 3.6 requires.
 *
 * @param text - Any text
 * @returns The text with everything but letters, digits and `-._~` escaped
 */
export function escapeText(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
