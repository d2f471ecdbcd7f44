import { didYouMean } from "@wellhead/sdk";
import { readHeaderName, readHeaderValue, readPath, readPrefix, readRequestPath } from "./read-text.js";
import {
  arrayOf,
  byKind,
  meaningFault,
  objectOf,
  oneOf,
  type ReadValue,
  readBool,
  readText,
  recordOf,
} from "./read-value.js";

/** How the API authenticates callers. */
export type AccountConfig =
  | { readonly kind: "none" }
  | { readonly kind: "bearer" }
  | { readonly kind: "basic" }
  | { readonly kind: "header"; readonly header: string; readonly prefix?: string }
  | { readonly kind: "query"; readonly parameter: string }
  | {
      readonly kind: "login";
      readonly path: string;
      readonly send?: "json" | "form";
      readonly body: Readonly<Record<string, string>>;
      readonly token: string;
      readonly header?: string;
      readonly prefix?: string;
    }
  | {
      readonly kind: "clientCredentials";
      /** URL or path of the token endpoint. */
      readonly token: string;
      readonly scope?: string;
      /** How id and secret are sent. Default: as HTTP basic authentication. */
      readonly send?: "basic" | "form";
    }
  | OAuth2Config
  | HmacConfig;

/** Sign-in with an OAuth 2 provider. Its client id and secret come from variables of the deployment. */
export interface OAuth2Config {
  readonly kind: "oauth2";
  /** URLs of the provider, or `issuer`, whose metadata has them. */
  readonly authorize?: string;
  readonly token?: string;
  readonly issuer?: string;
  readonly scopes?: readonly string[];
  /** Prefix of the variables `…_CLIENT_ID` and `…_CLIENT_SECRET`. Default: the name of the connector in capitals. */
  readonly prefix?: string;
  /** Further arguments of the sign-in page. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Whether the provider supports PKCE. Default: `true`. */
  readonly pkce?: boolean;
  /** Whether a refresh token can be used once only. Default: `single-use`. */
  readonly rotation?: "none" | "single-use";
}

/** Parts of a request that the text which is signed may name. */
export const hmacParts = [
  "method",
  "url",
  "host",
  "path",
  "query",
  "sortedQuery",
  "body",
  "bodyHash",
  "timestamp",
  "nonce",
  "key",
] as const;

/** A signature of each request with a secret key (HMAC). */
export interface HmacConfig {
  readonly kind: "hmac";
  /** Text that is signed, such as `{method}\n{path}\n{timestamp}\n{body}`. */
  readonly message: string;
  /** Header that gets the signature. */
  readonly header: string;
  /** Text before the signature; may name parts, such as `key {key}:`. Default: empty. */
  readonly prefix?: string;
  /** Default: `sha256`. */
  readonly hash?: (typeof hmacHashes)[number];
  /** How the signature is written. Default: `hex`. */
  readonly encoding?: (typeof hmacEncodings)[number];
  /** How the secret is written. Default: `text`. */
  readonly secretEncoding?: "text" | "hex" | "base64";
  /** How the time is written. Default: `epoch`. */
  readonly timestamp?: "epoch" | "epochms" | "iso";
  /** Further headers, whose texts may name parts, such as `{"X-Key": "{key}"}`. */
  readonly headers?: Readonly<Record<string, string>>;
}

const hmacHashes = ["sha1", "sha256", "sha384", "sha512"] as const;
const hmacEncodings = ["hex", "base64", "base64url"] as const;

/** Texts of the account form. */
export interface AccountTexts {
  readonly title?: string;
  readonly help?: string;
}

const texts = { title: readText, help: readText };

/** Reads the `account` of a configuration. */
export const readAccountConfig: ReadValue<AccountConfig & AccountTexts> = byKind<
  AccountConfig & AccountTexts
>("kind", {
  none: objectOf({ kind: oneOf(["none"]) }, {}),
  bearer: objectOf({ kind: oneOf(["bearer"]) }, texts),
  basic: objectOf({ kind: oneOf(["basic"]) }, texts),
  header: objectOf({ kind: oneOf(["header"]), header: readHeaderName }, { prefix: readPrefix, ...texts }),
  query: objectOf({ kind: oneOf(["query"]), parameter: readText }, texts),
  login: objectOf(
    { kind: oneOf(["login"]), path: readRequestPath, body: readLoginBody, token: readPath },
    { send: oneOf(["json", "form"]), header: readHeaderName, prefix: readPrefix, ...texts },
  ),
  clientCredentials: objectOf(
    { kind: oneOf(["clientCredentials"]), token: readText },
    { scope: readText, send: oneOf(["basic", "form"]), ...texts },
  ),
  oauth2: readOAuth2,
  hmac: objectOf(
    { kind: oneOf(["hmac"]), message: readSigned, header: readHeaderName },
    {
      prefix: readSignedPrefix,
      hash: oneOf(hmacHashes),
      encoding: oneOf(hmacEncodings),
      secretEncoding: oneOf(["text", "hex", "base64"]),
      timestamp: oneOf(["epoch", "epochms", "iso"]),
      headers: recordOf(readSignedPrefix),
      ...texts,
    },
  ),
});

function readOAuth2(value: unknown, path: string): OAuth2Config & AccountTexts {
  const config = objectOf(
    { kind: oneOf(["oauth2"]) },
    {
      authorize: readText,
      token: readText,
      issuer: readText,
      scopes: arrayOf(readText),
      prefix: readText,
      parameters: recordOf(readText),
      pkce: readBool,
      rotation: oneOf(["none", "single-use"]),
      ...texts,
    },
  )(value, path);
  const hasAddresses = config.authorize !== undefined && config.token !== undefined;
  if (hasAddresses || config.issuer !== undefined) return config;
  throw meaningFault(path, "expected authorize and token, or issuer, got neither");
}

/** Reads a text whose placeholders are parts of a request. */
function readSigned(value: unknown, path: string): string {
  const text = readText(value, path);
  for (const [, name = ""] of text.matchAll(/\{([^{}]*)\}/g)) {
    if (hmacParts.some((part) => part === name)) continue;
    const known = hmacParts.map((part) => `{${part}}`).join(", ");
    throw meaningFault(path, `expected one of ${known}, got {${name}}.${didYouMean(name, hmacParts)}`);
  }
  return text;
}

function readSignedPrefix(value: unknown, path: string): string {
  return value === "" ? "" : readSigned(readHeaderValue(value, path), path);
}

/** Reads the body of a login, which must send what the user enters. */
function readLoginBody(value: unknown, path: string): Readonly<Record<string, string>> {
  const body = recordOf(readText)(value, path);
  const known = ["user", "password"];
  for (const [key, text] of Object.entries(body)) {
    for (const [, name = ""] of text.matchAll(/\{([^{}]*)\}/g)) {
      if (!known.includes(name))
        throw meaningFault(`${path}.${key}`, `expected {user} or {password}, got {${name}}`);
    }
  }
  const lacking = known.find((name) => !Object.values(body).some((text) => text.includes(`{${name}}`)));
  if (lacking === undefined) return body;
  throw meaningFault(path, `expected {${lacking}} in one of its members, got none`);
}
