import {
  type AccountKinds,
  basic,
  fields,
  memberAt,
  none,
  password,
  type TokenPlace,
  text,
  token,
  upstreamInvalid,
} from "@wellhead/sdk";
import type { AccountConfig, AccountTexts } from "../config/account-config.js";

/**
 * Makes the account kind that a configuration describes.
 *
 * @param config - How the API knows who asks
 * @returns The account kinds of the connector
 */
export function restAccounts(config: AccountConfig & AccountTexts = { kind: "none" }): AccountKinds {
  const { title, help } = config;
  const texts = { ...(title !== undefined && { title }), ...(help !== undefined && { help }) };
  if (config.kind === "none") return { none: none() };
  if (config.kind === "basic") return { basic: basic(title === undefined ? {} : { title }) };
  if (config.kind === "login") return { login: loginKind(config, title) };
  if (config.kind === "bearer") return { token: token(texts) };
  return { key: token({ title: "Key", ...texts, send: placeOf(config) }) };
}

function placeOf(config: Extract<AccountConfig, { readonly kind: "header" | "query" }>): TokenPlace {
  if (config.kind === "query") return { query: config.parameter };
  return { header: config.header, prefix: config.prefix ?? "" };
}

type LoginConfig = Extract<AccountConfig, { readonly kind: "login" }>;

/** An account that signs in with user and password and sends the token it gets: once a request, and again when it ends. */
function loginKind(config: LoginConfig, title = "Sign in"): AccountKinds[string] {
  const tokens = new WeakMap<object, Promise<string>>();
  const kind = fields({
    title,
    fields: { user: text({ title: "User" }), password: password({ title: "Password" }) },
    authorize: async ({ headers }, account, { http }) => {
      const signIn = async () => {
        const secrets = { user: account.user, password: account.password.reveal() };
        const entries = Object.entries(config.body).map(([key, value]) => [
          key,
          value.replaceAll(/\{(user|password)\}/g, (_all, name: "user" | "password") => secrets[name]),
        ]);
        // Each entry is a name and a text.
        const body = Object.fromEntries(entries) as Readonly<Record<string, string>>;
        const sent = config.send === "form" ? { form: body } : { json: body };
        const found = memberAt(await http.post(config.path, sent).json(), config.token);
        if (typeof found === "string" && found !== "") return found;
        throw upstreamInvalid(`Sign in: found no token at "${config.token}" of the answer`);
      };
      const pending = tokens.get(account) ?? signIn();
      tokens.set(account, pending);
      headers[(config.header ?? "authorization").toLowerCase()] =
        `${config.prefix ?? "Bearer "}${await pending}`;
    },
  });
  // Another object for the same account: no login is known of it yet.
  return { ...kind, renew: (account) => Promise.resolve({ ...account }) };
}
