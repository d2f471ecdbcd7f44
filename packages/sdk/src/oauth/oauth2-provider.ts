/**
 * What happens to a refresh token when it is used. `none`: it stays valid. `single-use`: it becomes invalid at once,
 * and using it again often ends the whole grant. `leeway`: it becomes invalid after that number of seconds.
 */
export type Rotation = "none" | "single-use" | { readonly leeway: number };

/**
 * What to do when the response to a single-use refresh token was lost: `ask-again` sends the token again after a
 * cooldown, `stop` makes the person connect the account again.
 */
export type OnUnknown = "ask-again" | "stop";

/**
 * How a client authenticates at the token address: with a secret in the form (`body`) or in a header (`basic`), with a
 * signed assertion (`private_key_jwt`, RFC 7523), or with the certificate of its connection (`tls_client_auth`,
 * RFC 8705).
 */
export type ClientAuthenticationMethod = (typeof clientAuthenticationMethods)[number];

/** The values of {@link ClientAuthenticationMethod}. */
export const clientAuthenticationMethods = ["body", "basic", "private_key_jwt", "tls_client_auth"] as const;

/** Deviations of a provider from the standard. Every member is absent for a provider that follows it. */
export interface OAuth2Quirks {
  /** Member of the token response that contains the tokens. */
  readonly nested?: string;
  /** The token endpoint expects JSON instead of a form. */
  readonly jsonBody?: true;
  /** Name under which the scopes are sent. */
  readonly scopeParameter?: string;
  /** Name under which the client id is sent. */
  readonly clientIdParameter?: string;
  /** The token type is a name of the provider's own and means a bearer token. */
  readonly ownTokenType?: true;
  /** Lifetime of an access token in seconds when the response does not state one. */
  readonly lifetime?: number;
}

/** The public description of an OAuth 2 provider. */
export interface OAuth2Provider {
  /** Display name of the provider. */
  readonly name: string;
  /**
   * Authorization address; `{tenant}` is replaced with the deployment's tenant. Default: the address in the metadata
   * of `issuer`.
   */
  readonly authorize?: string;
  /** Token address; `{tenant}` is replaced as in `authorize`. Default: the address in the metadata of `issuer`. */
  readonly token?: string;
  /**
   * Revocation address (RFC 7009); `true` for the address in the metadata of `issuer`. If it is set, the tokens of a
   * sign-in that is refused after the code exchange are revoked. Default: nothing is revoked. Omit it for a provider
   * where revoking one token also ends other accounts of the same person.
   */
  readonly revocation?: string | true;
  /** Address of the provider's page that documents these values. */
  readonly docs: string;
  /** Value of `{tenant}` when the deployment does not set one. */
  readonly tenant?: string;
  /**
   * Issuer: the value that `iss` of a redirect must have, and the base address of the metadata that supplies
   * `authorize`, `token` and `revocation: true` if needed (OpenID Connect Discovery, RFC 8414). Default: `iss` may be
   * on the origin of `authorize` or `token`.
   */
  readonly issuer?: string;
  /** Hosts other than the issuer's on which its metadata may name addresses. Default: none. */
  readonly metadataHosts?: readonly string[];
  /** Scopes to request. Default: none. */
  readonly scopes?: readonly string[];
  /** Separator of scopes. Default: a space. */
  readonly separator?: " " | ",";
  /** Whether to send a code challenge (S256). Default: `true`; most providers without PKCE ignore it. */
  readonly pkce?: boolean;
  /**
   * How the client authenticates at the token address; a deployment may override it. Default: `body`. If the addresses
   * are read from metadata that does not list `client_secret_post`, the default is `basic`.
   */
  readonly clientAuthentication?: ClientAuthenticationMethod;
  /** `aud` of assertions (`private_key_jwt`). Default: `issuer`, else the token address. */
  readonly assertionAudience?: string;
  /** Additional arguments of the authorization address. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** What happens to a used refresh token. Default: `single-use`, the most cautious assumption. */
  readonly rotation?: Rotation;
  /**
   * What to do when the response to a single-use refresh token was lost. Default: `ask-again`. Use `stop` for a
   * provider whose reaction to a token that is used twice goes further than ending the grant.
   */
  readonly onUnknown?: OnUnknown;
  readonly quirks?: OAuth2Quirks;
}
