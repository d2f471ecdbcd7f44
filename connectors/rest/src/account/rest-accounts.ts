import {
  type AccountKinds,
  basic,
  fields,
  type Http,
  type HttpCall,
  memberAt,
  none,
  oauth2,
  password,
  type Secret,
  type TokenLocation,
  text,
  token,
  upstreamInvalid,
} from "@wellhead/sdk";
import type { AccountConfig, AccountTexts, OAuth2Config } from "../config/account-config.js";
import { hmacKind } from "./hmac-kind.js";

/**
 * Creates the account kinds that a configuration describes.
 *
 * @param config - How the API authenticates callers
 * @param name - Name of the connector, which an OAuth provider has if it has no other
 * @returns The account kinds of the connector
 */
export function restAccounts(
  config: AccountConfig & AccountTexts = { kind: "none" },
  name = "API",
): AccountKinds {
  const { title, help } = config;
  const texts = { ...(title !== undefined && { title }), ...(help !== undefined && { help }) };
  if (config.kind === "none") return { none: none() };
  if (config.kind === "basic") return { basic: basic(title === undefined ? {} : { title }) };
  if (config.kind === "login") return { login: loginKind(config, title) };
  if (config.kind === "clientCredentials") return { client: clientKind(config, title) };
  if (config.kind === "bearer") return { token: token(texts) };
  if (config.kind === "oauth2") return { oauth2: oauthKind(config, name) };
  if (config.kind === "hmac") return { hmac: hmacKind(config) };
  return { key: token({ title: "Key", ...texts, send: locationOf(config) }) };
}

function locationOf(config: Extract<AccountConfig, { readonly kind: "header" | "query" }>): TokenLocation {
  if (config.kind === "query") return { query: config.parameter };
  return { header: config.header, prefix: config.prefix ?? "" };
}

function oauthKind(
  { kind: _kind, help, ...options }: OAuth2Config & AccountTexts,
  name: string,
): AccountKinds[string] {
  return oauth2({ name, docs: help ?? "", ...options });
}

type LoginConfig = Extract<AccountConfig, { readonly kind: "login" }>;
type ClientConfig = Extract<AccountConfig, { readonly kind: "clientCredentials" }>;

/** Creates an account kind that signs in with a user name and a password and sends the returned token. */
function loginKind(config: LoginConfig, title = "Sign in"): AccountKinds[string] {
  const tokens = tokensOf(
    (http, { user, password: secret }: { readonly user: string; readonly password: Secret }) => {
      const secrets = { user, password: secret.reveal() };
      const entries = Object.entries(config.body).map(([key, value]) => [
        key,
        value.replaceAll(/\{(user|password)\}/g, (_all, name: "user" | "password") => secrets[name]),
      ]);
      // Each entry is a name and a text.
      const body = Object.fromEntries(entries) as Readonly<Record<string, string>>;
      return readToken(
        http.post(config.path, config.send === "form" ? { form: body } : { json: body }),
        config.token,
      );
    },
  );
  const kind = fields({
    title,
    fields: { user: text({ title: "User" }), password: password({ title: "Password" }) },
    authorize: async ({ headers }, account, { http }) => {
      const name = (config.header ?? "authorization").toLowerCase();
      headers[name] = `${config.prefix ?? "Bearer "}${await tokens(http, account)}`;
    },
  });
  return { ...kind, refresh: (account) => Promise.resolve({ ...account }) };
}

/**
 * Creates an account kind for a program, whose id and secret are exchanged for a token (RFC 6749, section 4.4).
 *
 * @see https://www.rfc-editor.org/rfc/rfc6749#section-4.4
 */
function clientKind({ token: path, scope, send }: ClientConfig, title = "Client"): AccountKinds[string] {
  const tokens = tokensOf((http, { id, secret }: { readonly id: string; readonly secret: Secret }) => {
    const form = { grant_type: "client_credentials", ...(scope !== undefined && { scope }) };
    if (send === "form") {
      return readToken(
        http.post(path, { form: { ...form, client_id: id, client_secret: secret.reveal() } }),
        "access_token",
      );
    }
    // Both parts must be form-encoded first (section 2.3.1).
    const pair = `${formEncode(id)}:${formEncode(secret.reveal())}`;
    const headers = { authorization: `Basic ${Buffer.from(pair).toString("base64")}` };
    return readToken(http.post(path, { form, headers }), "access_token");
  });
  const kind = fields({
    title,
    fields: { id: text({ title: "Client id" }), secret: password({ title: "Client secret" }) },
    authorize: async ({ headers }, account, { http }) => {
      headers["authorization"] = `Bearer ${await tokens(http, account)}`;
    },
  });
  return { ...kind, refresh: (account) => Promise.resolve({ ...account }) };
}

/**
 * Caches the token of each account object. A new object for the same account, created by `refresh`, does not have a token
 * yet.
 */
function tokensOf<Account extends object>(
  request: (http: Http, account: Account) => Promise<string>,
): (http: Http, account: Account) => Promise<string> {
  const tokens = new WeakMap<object, Promise<string>>();
  return (http, account) => {
    const pending = tokens.get(account) ?? request(http, account);
    tokens.set(account, pending);
    return pending;
  };
}

async function readToken(call: HttpCall, place: string): Promise<string> {
  const found = memberAt(await call.json(), place);
  if (typeof found === "string" && found !== "") return found;
  throw upstreamInvalid(
    `Could not sign in: expected a token at "${place}" of the answer. Check the configuration.`,
  );
}

function formEncode(value: string): string {
  return new URLSearchParams({ value }).toString().slice("value=".length);
}
