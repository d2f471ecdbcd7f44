import { createHash, createHmac, randomBytes } from "node:crypto";
import { acceptExpiry } from "@wellhead/contract";
import { isObject, type JsonObject } from "../expect/json-of.js";
import type { OAuthProvider } from "../oauth/oauth-provider.js";
import { escapeText } from "../oauth/oauth1-signature.js";
import { Refusal } from "./plain.js";
import { expiryIn } from "./reference-accounts.js";

const margin = 300_000;

/** The OAuth side of the reference connector: a client of the suite's provider. */
export class ReferenceOAuth {
  readonly #provider: OAuthProvider;
  readonly #refreshes = new Map<string, Promise<JsonObject>>();

  constructor(provider: OAuthProvider) {
    this.#provider = provider;
  }

  start2(callback: unknown, state: unknown): JsonObject {
    if (typeof callback !== "string" || callback === "") throw missing("callback_uri");
    const url = new URL(this.#provider.addresses.authorize);
    const challenge = createHash("sha256").update(this.#verifier(callback)).digest("base64url");
    url.search = new URLSearchParams({
      ...{ response_type: "code", client_id: this.#provider.clientId, redirect_uri: callback },
      ...{ code_challenge: challenge, code_challenge_method: "S256" },
      ...(typeof state === "string" && { state }),
    }).toString();
    return { redirect_uri: url.href, callback_uri: callback };
  }

  async finish2(body: JsonObject): Promise<JsonObject> {
    const callback = isObject(body["fields"]) ? body["fields"]["callback_uri"] : undefined;
    if (typeof body["code"] !== "string" || body["code"] === "") throw missing("code");
    if (typeof callback !== "string") throw missing("callback_uri");
    const account = await this.#exchange({
      ...{ grant_type: "authorization_code", code: body["code"], redirect_uri: callback },
      code_verifier: this.#verifier(callback),
    });
    return { ...account, ...(await this.#identify2(account["access_token"])) };
  }

  async validate2(fields: JsonObject): Promise<JsonObject> {
    const expiry = acceptExpiry(fields) ?? Infinity;
    const refresh = fields["refresh_token"];
    if (expiry - Date.now() > margin || typeof refresh !== "string")
      return this.#identify2(fields["access_token"]);
    const known = this.#refreshes.get(refresh) ?? this.#refresh(refresh);
    this.#refreshes.set(refresh, known);
    return known;
  }

  async start1(callback: unknown): Promise<JsonObject> {
    if (typeof callback !== "string" || callback === "") throw missing("callback_uri");
    const { requestToken, authorizeToken } = this.#provider.addresses;
    const answer = await this.#signed(requestToken, "POST", { oauth_callback: callback });
    const token = answer.get("oauth_token") ?? "";
    const url = new URL(authorizeToken);
    url.searchParams.set("oauth_token", token);
    return { redirect_uri: url.href, token, secret: answer.get("oauth_token_secret") };
  }

  async finish1(body: JsonObject): Promise<JsonObject> {
    const fields = isObject(body["fields"]) ? body["fields"] : {};
    if (typeof body["oauth_verifier"] !== "string") throw missing("oauth_verifier");
    const more = { oauth_token: String(fields["access_token"]), oauth_verifier: body["oauth_verifier"] };
    const secret = String(fields["access_secret"]);
    const answer = await this.#signed(this.#provider.addresses.accessToken, "POST", more, secret);
    const account = {
      access_token: answer.get("oauth_token"),
      access_secret: answer.get("oauth_token_secret"),
    };
    return { ...account, ...(await this.identify1(account)) };
  }

  async identify1(fields: JsonObject): Promise<JsonObject> {
    const more = { oauth_token: String(fields["access_token"]) };
    await this.#signed(this.#provider.addresses.identity, "GET", more, String(fields["access_secret"]));
    return { name: "Ada Lovelace" };
  }

  async #refresh(token: string): Promise<JsonObject> {
    const account = await this.#exchange({ grant_type: "refresh_token", refresh_token: token });
    return { refresh_token: token, ...account, ...(await this.#identify2(account["access_token"])) };
  }

  async #identify2(token: unknown): Promise<JsonObject> {
    const headers = { authorization: `Bearer ${String(token)}` };
    const answer = await fetch(this.#provider.addresses.identity, { headers });
    if (answer.status !== 200) throw new Refusal("account_invalid", "The provider refused the access token");
    return { name: "Ada Lovelace" };
  }

  async #exchange(form: Readonly<Record<string, string>>): Promise<JsonObject> {
    const { clientId, clientSecret, addresses } = this.#provider;
    const body = new URLSearchParams({ ...form, client_id: clientId, client_secret: clientSecret });
    const answer = await fetch(addresses.token, { method: "POST", body });
    const text = await answer.text();
    if (answer.status >= 500) throw new Refusal("upstream_unavailable", "The provider is down");
    if (answer.status >= 400) throw new Refusal("grant_refused", "The provider refused the grant");
    const tokens: unknown = text.startsWith("{") ? JSON.parse(text) : undefined;
    if (!isObject(tokens) || typeof tokens["access_token"] !== "string") {
      throw new Refusal("upstream_invalid", "The provider gave no token");
    }
    const { access_token, refresh_token, expires_in } = tokens;
    return {
      access_token,
      ...(refresh_token !== undefined && { refresh_token }),
      ...expiryIn(Number(expires_in)),
    };
  }

  async #signed(
    address: string,
    method: string,
    more: Readonly<Record<string, string>>,
    tokenSecret = "",
  ): Promise<URLSearchParams> {
    const { clientId, clientSecret } = this.#provider;
    const parameters: Record<string, string> = {
      ...{ oauth_consumer_key: clientId, oauth_signature_method: "HMAC-SHA1", oauth_version: "1.0" },
      ...{
        oauth_nonce: randomBytes(16).toString("hex"),
        oauth_timestamp: String(Math.floor(Date.now() / 1_000)),
      },
      ...more,
    };
    const pairs = Object.entries(parameters).map(
      ([name, value]) => `${escapeText(name)}=${escapeText(value)}`,
    );
    const base = [method, address, pairs.toSorted().join("&")].map(escapeText).join("&");
    const key = `${escapeText(clientSecret)}&${escapeText(tokenSecret)}`;
    const signature = createHmac("sha1", key).update(base).digest("base64");
    const header = Object.entries({ ...parameters, oauth_signature: signature })
      .map(([name, value]) => `${escapeText(name)}="${escapeText(value)}"`)
      .join(", ");
    const answer = await fetch(address, { method, headers: { authorization: `OAuth ${header}` } });
    if (answer.status >= 500) throw new Refusal("upstream_unavailable", "The provider is down");
    if (answer.status >= 400) throw new Refusal("grant_refused", "The provider refused the token");
    return new URLSearchParams(await answer.text());
  }

  #verifier(callback: string): string {
    return createHmac("sha256", "reference").update(callback).digest("base64url");
  }
}

function missing(field: string): Refusal {
  return new Refusal("missing_field", `"${field}" is missing`, field);
}
