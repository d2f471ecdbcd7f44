import { createPrivateKey, type KeyObject, sign } from "node:crypto";
import { accountInvalid, inputInvalid } from "../errors/connector-error.js";

/** Members of a service account's key that are read. */
export interface ServiceAccountKey {
  readonly email: string;
  /** Private key as PEM. */
  readonly privateKey: string;
  /** Id of the key; `undefined` when the file does not name it. */
  readonly id: string | undefined;
}

/** Options of {@link signAssertion}. */
export interface SignAssertionOptions {
  /** Key that signs. */
  readonly key: ServiceAccountKey;
  /** Permissions that the token shall have. */
  readonly scopes: readonly string[];
  /** URL of the token endpoint. */
  readonly audience: string;
  /** User of the domain for whom the service account acts. Default: itself. */
  readonly subject?: string | undefined;
  /** Current time in milliseconds. */
  readonly now: number;
}

/** Lifetime of an assertion in seconds: the maximum that Google accepts. */
const lifetimeSeconds = 3600;

/**
 * Parses the JSON key of a service account. Errors contain no part of it, because even malformed text may contain the
 * key.
 *
 * The URL in `token_uri` is ignored, because the key comes from a form and must not determine where an assertion is
 * sent.
 *
 * @param text - The file's text
 * @returns The members that are needed
 * @throws ConnectorError `invalid_field` when it is not such a key
 * @see https://developers.google.com/identity/protocols/oauth2/service-account#creatinganaccount
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
export function readServiceAccountKey(text: string): ServiceAccountKey {
  const key = parseObject(text);
  const {
    type,
    client_email: email,
    private_key: privateKey,
    private_key_id: id,
    universe_domain: domain,
  } = key;
  if (type !== "service_account") throw malformed(foundInstead(key));
  if (typeof email !== "string" || typeof privateKey !== "string" || !privateKey.includes("PRIVATE KEY")) {
    throw malformed('a key without "client_email" or "private_key"');
  }
  if (domain !== undefined && domain !== "googleapis.com")
    throw malformed("a key of another cloud than Google's");
  return { email, privateKey, id: typeof id === "string" ? id : undefined };
}

/**
 * Signs the assertion with which a service account requests an access token.
 *
 * @param options - Key, scopes, token endpoint and time
 * @returns The JSON Web Token
 * @throws ConnectorError `account_invalid` when the key cannot sign
 * @see RFC 7523, section 3; RFC 7515, section 3.1
 * @see https://developers.google.com/identity/protocols/oauth2/service-account#authorizingrequests
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
export function signAssertion({ key, scopes, audience, subject, now }: SignAssertionOptions): string {
  const issuedAt = Math.floor(now / 1000);
  const header = { alg: "RS256", typ: "JWT", ...(key.id !== undefined && { kid: key.id }) };
  const claims = {
    iss: key.email,
    scope: scopes.join(" "),
    aud: audience,
    iat: issuedAt,
    exp: issuedAt + lifetimeSeconds,
    ...(subject !== undefined && { sub: subject }),
  };
  const signed = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  const signature = sign("sha256", Buffer.from(signed), rsaKey(key.privateKey));
  return `${signed}.${signature.toString("base64url")}`;
}

function rsaKey(pem: string): KeyObject {
  let key: KeyObject | undefined;
  try {
    key = createPrivateKey(pem);
  } catch {
    // The parser's error is dropped, because it may contain a part of the key.
  }
  if (key?.asymmetricKeyType === "rsa") return key;
  throw accountInvalid(
    "Could not sign in with the service account: its private key cannot be read. Make a new key in the Google Cloud console and paste the whole file.",
  );
}

function parseObject(text: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw malformed("text that is not JSON");
  }
  if (typeof value !== "object" || value === null) throw malformed("JSON that is not an object");
  // A JSON object is a record.
  return value as Readonly<Record<string, unknown>>;
}

/** Describes the pasted file, because users confuse the console's other files with it. */
function foundInstead({ type, web, installed }: Readonly<Record<string, unknown>>): string {
  if (web !== undefined || installed !== undefined) return "the file of an OAuth client";
  return type === "authorized_user"
    ? "the credentials of a person"
    : 'a file whose "type" is not "service_account"';
}

function malformed(found: string): Error {
  return inputInvalid(`expected the JSON key of a service account, got ${found}`);
}
