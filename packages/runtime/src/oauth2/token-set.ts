/** The tokens that a provider returned for a code or a refresh token. */
export interface TokenSet {
  readonly accessToken: string;
  /** Refresh token of the response; absent when it contained none. */
  readonly refreshToken?: string;
  /** Expiry of the access token in milliseconds since 1970; absent when it is unknown. */
  readonly expiry?: number;
  /** Additional members of the response to keep in the account. */
  readonly kept: Readonly<Record<string, string>>;
}
