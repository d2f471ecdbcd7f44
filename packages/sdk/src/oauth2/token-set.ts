/** What a provider gave for a code or a refresh token. */
export interface TokenSet {
  readonly accessToken: string;
  /** Refresh token of the reply; absent when it brought none. */
  readonly refreshToken?: string;
  /** Expiry of the access token in milliseconds since 1970; absent when it is not known to end. */
  readonly expiry?: number;
  /** Further members of the reply that are kept in the account. */
  readonly kept: Readonly<Record<string, string>>;
}
