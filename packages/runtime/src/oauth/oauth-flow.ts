import type { OAuthEnvironment } from "./oauth-environment.js";

/** The connector and the deployment that serve a sign-in. */
export interface OAuthContext {
  /** Id of the connector. */
  readonly connector: string;
  readonly environment: OAuthEnvironment;
  /** Network address of the caller, for the quota of sign-ins. Default: callers without one share a quota. */
  readonly address?: string | undefined;
}

/** Members of an account as the platform stores them. */
export type AccountMembers = Readonly<Record<string, unknown>>;

/** Parameters for starting an OAuth 2 sign-in. */
export interface OAuth2Start {
  readonly callback: string;
  /** State of the platform, which is added to the address unchanged. */
  readonly state: string | undefined;
}

/** Values that the platform received on the redirect back. */
export interface OAuth2Finish extends OAuth2Start {
  readonly code: string;
  /** Every argument of the redirect, and every member that the platform sent next to the callback. */
  readonly redirect: AccountMembers;
}
