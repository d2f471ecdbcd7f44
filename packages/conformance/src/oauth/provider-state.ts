import { randomBytes } from "node:crypto";

/** How the provider answers at its token endpoint. */
export type TokenBehaviour =
  | "right"
  | "server-error"
  | "no-access-token"
  | "html"
  | "no-refresh-token"
  /** Gives access tokens that do not work. */
  | "dead-token";

/** A request the provider received. */
export interface SeenRequest {
  readonly method: string;
  /** Path without query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly form: URLSearchParams;
}

/** One authorization code that waits for its exchange. */
export interface IssuedCode {
  readonly redirectUri: string;
  readonly challenge: string | undefined;
}

/** What the provider remembers. */
export interface ProviderState {
  readonly clientId: string;
  readonly clientSecret: string;
  behaviour: TokenBehaviour;
  /** Seconds an access token lives. */
  expiresIn: number;
  readonly seen: SeenRequest[];
  readonly codes: Map<string, IssuedCode>;
  readonly accessTokens: Set<string>;
  /** Refresh tokens that were not presented yet, each with the access token it was issued with. */
  readonly refreshTokens: Map<string, string>;
  /** Secrets of OAuth 1 request and access tokens. */
  readonly tokenSecrets: Map<string, string>;
  /** Callback and verifier of OAuth 1 request tokens. */
  readonly requestTokens: Map<string, { readonly callback: string; readonly verifier: string }>;
}

/**
 * Makes a token nobody can guess, with characters that need escaping in a form.
 *
 * @param prefix - What it is for, readable in a log
 * @returns The token
 */
export function makeToken(prefix: string): string {
  return `${prefix}-${randomBytes(12).toString("base64url")}+/=`;
}

/** What the provider answers. */
export interface ProviderAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * Writes a JSON answer.
 *
 * @param status - HTTP status
 * @param value - Body
 * @returns The answer
 */
export function jsonAnswer(status: number, value: unknown): ProviderAnswer {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(value) };
}
