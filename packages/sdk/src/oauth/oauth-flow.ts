import type { OAuthEnvironment } from "./oauth-environment.js";

/** Where a sign-in is answered. */
export interface OAuthContext {
  /** Id of the connector. */
  readonly connector: string;
  readonly environment: OAuthEnvironment;
  /** Network address of the caller, for the quota of sign-ins. Default: callers without one share a quota. */
  readonly address?: string | undefined;
}

/** Members of an account as the platform stores them. */
export type AccountMembers = Readonly<Record<string, unknown>>;

/** How a person begins to sign in with OAuth 2. */
export interface OAuth2Start {
  readonly callback: string;
  /** State of the platform; it stands in the address unchanged. */
  readonly state: string | undefined;
}

/** What the platform got on the redirect back. */
export interface OAuth2Finish extends OAuth2Start {
  readonly code: string;
  /** Every argument of the redirect and every member beside the callback. */
  readonly redirect: AccountMembers;
}
