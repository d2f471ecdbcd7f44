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

/**
 * How a client proves at the token address who it is: with a secret in the form (`body`) or in a header (`basic`), with a
 * signed assertion (`private_key_jwt`, RFC 7523), or with the certificate of its connection (`tls_client_auth`, RFC 8705).
 */
export type ClientAuthenticationMethod = (typeof clientAuthenticationMethods)[number];

/** The values of {@link ClientAuthenticationMethod}. */
export const clientAuthenticationMethods = ["body", "basic", "private_key_jwt", "tls_client_auth"] as const;

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
  /**
   * Authorization address; `{tenant}` stands for the deployment's part of it. Default: the one in the metadata of
   * `issuer`.
   */
  readonly authorize?: string;
  /** Token address; `{tenant}` as above. Default: the one in the metadata of `issuer`. */
  readonly token?: string;
  /**
   * Revocation address (RFC 7009); `true` for the one in the metadata of `issuer`. With it, the tokens of a sign-in that is
   * refused after the code was exchanged are revoked. Default: nothing is revoked. Leave it out where revoking one token
   * ends other accounts of the same person as well.
   */
  readonly revocation?: string | true;
  /** Page of the provider that says so. */
  readonly docs: string;
  /** Value for `{tenant}` when the deployment names none. */
  readonly tenant?: string;
  /**
   * Issuer: what `iss` of a redirect must be, and where the metadata is read that fills in `authorize`, `token` and
   * `revocation: true` (OpenID Connect Discovery, RFC 8414). Default: the origins of both addresses are taken.
   */
  readonly issuer?: string;
  /** Hosts besides the issuer's on which its metadata may name addresses. Default: none. */
  readonly metadataHosts?: readonly string[];
  /** Scopes to ask for. Default: none. */
  readonly scopes?: readonly string[];
  /** What joins scopes. Default: a space. */
  readonly separator?: " " | ",";
  /** Whether it takes a code challenge (S256). Default: `true`; most providers ignore one they do not know. */
  readonly pkce?: boolean;
  /**
   * How the client signs in at the token address; a deployment may choose otherwise. Default: what the metadata
   * allows, else `body`.
   */
  readonly clientAuthentication?: ClientAuthenticationMethod;
  /** `aud` of assertions (`private_key_jwt`). Default: `issuer`, else the token address. */
  readonly assertionAudience?: string;
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
