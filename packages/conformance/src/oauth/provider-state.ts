import { randomBytes } from "node:crypto";

/** The behavior of the provider's token endpoint. */
export type TokenBehaviour =
  | "right"
  | "server-error"
  | "no-access-token"
  | "html"
  | "no-refresh-token"
  /** Issues access tokens that do not work. */
  | "dead-token";

/** A request the provider received. */
export interface SeenRequest {
  readonly method: string;
  /** Path without query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly form: URLSearchParams;
}

/** An authorization code that has not been exchanged yet. */
export interface IssuedCode {
  readonly redirectUri: string;
  readonly challenge: string | undefined;
}

/** The state of the provider. */
export interface ProviderState {
  readonly clientId: string;
  readonly clientSecret: string;
  behaviour: TokenBehaviour;
  /** Lifetime of an access token in seconds. */
  expiresIn: number;
  readonly seen: SeenRequest[];
  readonly codes: Map<string, IssuedCode>;
  readonly accessTokens: Set<string>;
  /** Unused refresh tokens, each with the access token it was issued with. */
  readonly refreshTokens: Map<string, string>;
  /** Secrets of OAuth 1 request and access tokens. */
  readonly tokenSecrets: Map<string, string>;
  /** Callback and verifier of OAuth 1 request tokens. */
  readonly requestTokens: Map<string, { readonly callback: string; readonly verifier: string }>;
}

/**
 * Creates a token that cannot be guessed, with characters that need escaping in a form.
 *
 * @param prefix - Its purpose, readable in a log
 * @returns The token
 */
export function makeToken(prefix: string): string {
  return `${prefix}-${randomBytes(12).toString("base64url")}+/=`;
}

/** A response of the provider. */
export interface ProviderAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/**
 * Creates a JSON response.
 *
 * @param status - HTTP status
 * @param value - Body
 * @returns The response
 */
export function jsonAnswer(status: number, value: unknown): ProviderAnswer {
  return { status, headers: { "content-type": "application/json" }, body: JSON.stringify(value) };
}
