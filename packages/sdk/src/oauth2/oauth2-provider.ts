/**
 * What becomes of a refresh token when it is used: `none` keeps it, `single-use` ends it at once (and often the whole
 * grant when it is used again), a number of seconds ends it so much later.
 */
export type Rotation = "none" | "single-use" | { readonly leeway: number };

/**
 * What to do when the answer to a single-use refresh token was lost: `ask-again` sends it once more after a cool-down,
 * `stop` has the person connect the account again.
 */
export type OnUnknown = "ask-again" | "stop";

/** What is odd about a provider; every member is absent for one that follows the standard. */
export interface OAuth2Quirks {
  /** Member of the token reply that holds the tokens. */
  readonly nested?: string;
  /** The token endpoint wants JSON instead of a form. */
  readonly jsonBody?: true;
  /** Name under which the scopes are sent. */
  readonly scopeParameter?: string;
  /** Name under which the client id is sent. */
  readonly clientIdParameter?: string;
  /** The type of the token is a word of the provider's own and means a bearer token. */
  readonly ownTokenType?: true;
  /** Seconds an access token lives when its reply does not say so. */
  readonly lifetime?: number;
}

/** What is public about an OAuth 2 provider. */
export interface OAuth2Provider {
  /** Name people know it by. */
  readonly name: string;
  /** Authorization address; `{tenant}` stands for the deployment's part of it. */
  readonly authorize: string;
  /** Token address; `{tenant}` as above. */
  readonly token: string;
  /** Page of the provider that says so. */
  readonly docs: string;
  /** Value for `{tenant}` when the deployment names none. */
  readonly tenant?: string;
  /** Issuer, when the provider names itself in `iss`. Default: the origins of both addresses are taken. */
  readonly issuer?: string;
  /** Scopes to ask for. Default: none. */
  readonly scopes?: readonly string[];
  /** What joins scopes. Default: a space. */
  readonly separator?: " " | ",";
  /** Whether it takes a code challenge (S256). Default: `true`; most providers ignore one they do not know. */
  readonly pkce?: boolean;
  /** How the client signs in at the token address. Default: `body`. */
  readonly clientAuthentication?: "body" | "basic";
  /** Further arguments of the authorization address. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** What becomes of a used refresh token. Default: `single-use`, the careful one. */
  readonly rotation?: Rotation;
  /**
   * What to do when the answer to a single-use refresh token was lost. Default: `ask-again`; `stop` is for a provider
   * that punishes a token used twice beyond the grant.
   */
  readonly onUnknown?: OnUnknown;
  readonly quirks?: OAuth2Quirks;
}
