import { createHmac } from "node:crypto";
import type { UpstreamAnswer, UpstreamRequest } from "@wellhead/runtime/testing";

/** Client that the test server knows. */
export const client = { key: "trello-key", secret: "trello-secret" };

/**
 * Returns the members of an `Authorization: OAuth …` header.
 *
 * @param request - The request
 * @returns The members, decoded
 */
export function oauthMembers({ headers }: UpstreamRequest): ReadonlyMap<string, string> {
  const found = (headers.authorization ?? "").matchAll(/(\w+)="([^"]*)"/g);
  return new Map([...found].map(([, name = "", value = ""]) => [name, decodeURIComponent(value)]));
}

/**
 * The three steps of Trello's OAuth 1, and the verification of signed requests. Written from RFC 5849 and the page
 * below, and sharing no code with the code under test.
 *
 * @see https://developer.atlassian.com/cloud/trello/guides/rest-api/authorization/#using-basic-oauth
 */
export class OAuth1Legs {
  /** Secrets by token, including temporary ones. */
  readonly #secrets = new Map<string, string>();
  readonly #nonces = new Set<string>();

  /**
   * Responds to a token request.
   *
   * @param request - The request
   * @returns The response; 401 in plain text when the signature is wrong
   */
  answer(request: UpstreamRequest): UpstreamAnswer {
    const members = oauthMembers(request);
    const token = members.get("oauth_token");
    const isSecond = request.url.pathname.endsWith("OAuthGetAccessToken");
    if (!this.isSigned(request)) return { status: 401, headers: plain, body: "invalid signature" };
    if (isSecond && members.get("oauth_verifier") !== `verifier of ${token}`)
      return { status: 401, headers: plain, body: "invalid verifier" };
    const made = isSecond ? "access token" : "request token";
    if (isSecond) this.#secrets.delete(token ?? "");
    this.#secrets.set(made, `secret of the ${made}`);
    const reply = { oauth_token: made, oauth_token_secret: `secret of the ${made}` };
    return {
      headers: plain,
      body: new URLSearchParams({ ...reply, oauth_callback_confirmed: "true" }).toString(),
    };
  }

  /**
   * Returns whether a request is signed by the client, with an issued token, and with a nonce that was not used before.
   *
   * @param request - The request
   * @returns Whether it is signed correctly
   */
  isSigned(request: UpstreamRequest): boolean {
    const members = oauthMembers(request);
    const token = members.get("oauth_token");
    const secret = token === undefined ? "" : this.#secrets.get(token);
    const nonce = members.get("oauth_nonce") ?? "";
    if (secret === undefined || this.#nonces.has(nonce)) return false;
    this.#nonces.add(nonce);
    const signed = [...members, ...request.url.searchParams]
      .filter(([name]) => name !== "oauth_signature" && name !== "realm")
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
      .toSorted((one, two) => (one < two ? -1 : 1))
      .join("&");
    const base = [request.method, request.url.origin + request.url.pathname, signed].map(encoded).join("&");
    const key = `${encoded(client.secret)}&${encoded(secret)}`;
    return members.get("oauth_signature") === createHmac("sha1", key).update(base).digest("base64");
  }
}

const plain = { "content-type": "text/plain" };

function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
