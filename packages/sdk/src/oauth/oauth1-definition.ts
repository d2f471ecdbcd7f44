import type { ClientSource } from "./client-source.js";

/** Signature method of requests. */
export type SignatureMethod = "HMAC-SHA1" | "HMAC-SHA256" | "RSA-SHA1" | "PLAINTEXT";

/** Options of an OAuth 1 account kind. */
export interface OAuth1Options {
  /** Display name of the provider. */
  readonly name: string;
  /** Address for requesting temporary credentials. */
  readonly requestToken: string;
  /** Address that a person is redirected to. */
  readonly authorize: string;
  /** Address for requesting token credentials. */
  readonly accessToken: string;
  /** How requests are signed. Default: `HMAC-SHA1`. */
  readonly signature?: SignatureMethod;
  /** Realm of the `Authorization` header. Default: none. */
  readonly realm?: string;
  /** Additional arguments of the address that a person is redirected to, such as `scope`. Default: none. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Name of the account kind in the platform's list. Default: `Sign in with` and the provider's name. */
  readonly title?: string;
  /** Sentence below the name. Default: empty. */
  readonly description?: string;
  /** Consumer key. Default: the variable `<PREFIX>_CLIENT_ID` of the deployment. */
  readonly clientId?: string;
  /** Consumer secret; for `RSA-SHA1` the private key. Default: the variable `<PREFIX>_CLIENT_SECRET`. */
  readonly clientSecret?: string;
  /** Prefix of the variables. Default: the provider's name in capitals. */
  readonly prefix?: string;
  /** Members of the token response to keep in the account, such as `user_id`. Default: none. */
  readonly keep?: readonly string[];
}

/** An OAuth 1 provider and how a connector uses it, after validation. */
export interface OAuth1Definition extends ClientSource {
  /** Display name of the provider. */
  readonly name: string;
  /** Address for requesting temporary credentials. */
  readonly requestToken: string;
  /** Address that a person is redirected to. */
  readonly authorize: string;
  /** Address for requesting token credentials. */
  readonly accessToken: string;
  /** How requests are signed. */
  readonly signature: SignatureMethod;
  /** Realm of the `Authorization` header; absent for none. */
  readonly realm: string | undefined;
  /** Additional arguments of the address that a person is redirected to. */
  readonly parameters: Readonly<Record<string, string>>;
  /** Members of the token response to keep in the account. */
  readonly keep: readonly string[];
}
