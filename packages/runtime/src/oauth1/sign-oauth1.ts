import { createHmac, createSign, randomBytes } from "node:crypto";
import type { SignatureMethod } from "@wellhead/sdk";

/** The credentials that sign a request. */
export interface OAuth1Credentials {
  readonly clientId: string;
  /** Secret of the client; for `RSA-SHA1`, its private key as PEM. */
  readonly clientSecret: string;
  /** Token of the account, whose secret is `tokenSecret`; absent before the provider has issued one. */
  readonly token?: string;
  readonly tokenSecret?: string;
}

/** A request to sign. */
export interface OAuth1Request {
  readonly method: string;
  readonly url: URL;
  /** Arguments of a form body. Default: none. */
  readonly form?: URLSearchParams;
  /** Additional protocol arguments, such as `oauth_callback`. Default: none. */
  readonly further?: Readonly<Record<string, string>>;
}

/** Options for signing a request. */
export interface SignOAuth1Options {
  readonly method: SignatureMethod;
  /** Realm of the `Authorization` header. Default: none. */
  readonly realm?: string | undefined;
  /** Seconds since 1970. Default: the current time. */
  readonly timestamp?: number;
  /** A text that is used only once. Default: 128 random bits. */
  readonly nonce?: string;
}

/**
 * Signs a request.
 *
 * @param request - The request
 * @param credentials - The credentials that sign it
 * @param options - Method and realm; timestamp and nonce for tests
 * @returns Value of the `Authorization` header
 * @see RFC 5849, section 3
 */
export function signOAuth1(
  request: OAuth1Request,
  credentials: OAuth1Credentials,
  options: SignOAuth1Options,
): string {
  const { method, url, form = new URLSearchParams(), further = {} } = request;
  const { timestamp = Math.floor(Date.now() / 1000), nonce = randomBytes(16).toString("hex") } = options;
  const own = Object.entries({
    oauth_consumer_key: credentials.clientId,
    ...(credentials.token !== undefined && { oauth_token: credentials.token }),
    oauth_signature_method: options.method,
    oauth_timestamp: String(timestamp),
    oauth_nonce: nonce,
    oauth_version: "1.0",
    ...further,
  });
  const text = signatureBaseString({ method, url, parameters: [...own, ...form] });
  const signed = [...own, ["oauth_signature", signature(text, credentials, options.method)] as const];
  const realm = options.realm === undefined ? [] : [`realm="${options.realm}"`];
  const members = signed.map(([name, value]) => `${percentEncode(name)}="${percentEncode(value)}"`);
  return `OAuth ${[...realm, ...members].join(", ")}`;
}

function signature(text: string, credentials: OAuth1Credentials, method: SignatureMethod): string {
  const { clientSecret, tokenSecret = "" } = credentials;
  const key = `${percentEncode(clientSecret)}&${percentEncode(tokenSecret)}`;
  if (method === "PLAINTEXT") return key;
  if (method === "RSA-SHA1") return createSign("RSA-SHA1").update(text).sign(clientSecret, "base64");
  const digest = method === "HMAC-SHA1" ? "sha1" : "sha256";
  return createHmac(digest, key).update(text).digest("base64");
}

/**
 * Percent-encodes a text as signatures require: everything except letters, digits, hyphen, dot, underscore and tilde.
 *
 * @param text - The text
 * @returns Its percent-encoding in UTF-8, with uppercase hexadecimal digits
 * @see RFC 5849, section 3.6
 */
export function percentEncode(text: string): string {
  // A lone surrogate cannot be encoded; U+FFFD is what a request sends in its place.
  return encodeURIComponent(text.replaceAll(/\p{Surrogate}/gu, "\uFFFD")).replaceAll(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** The parts of a request that are signed. */
export interface SignedParts {
  readonly method: string;
  readonly url: URL;
  /** Arguments of the protocol and of a form body. The arguments in `url` are added to them. */
  readonly parameters: ReadonlyArray<readonly [string, string]>;
}

/**
 * Builds the text that is signed.
 *
 * @param parts - Method, address and arguments
 * @returns The base string
 * @see RFC 5849, section 3.4.1
 */
export function signatureBaseString({ method, url, parameters }: SignedParts): string {
  const all = [...url.searchParams, ...parameters].map(
    ([name, value]) => [percentEncode(name), percentEncode(value)] as const,
  );
  const normal = all
    .toSorted((one, two) => compare(one[0], two[0]) || compare(one[1], two[1]))
    .map(([name, value]) => `${name}=${value}`)
    .join("&");
  return [method.toUpperCase(), `${url.origin}${url.pathname}`, normal].map(percentEncode).join("&");
}

/** Compares encoded texts. They are ASCII, so order by code unit equals the order by byte that RFC 5849 requires. */
function compare(one: string, two: string): number {
  if (one === two) return 0;
  return one < two ? -1 : 1;
}
