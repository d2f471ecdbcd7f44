import type { SignatureMethod } from "./sign-oauth1.js";

/** Members of an OAuth 1 account kind. */
export interface OAuth1Options {
  /** Name people know the provider by. */
  readonly name: string;
  /** Address of temporary credentials. */
  readonly requestToken: string;
  /** Address a person is sent to. */
  readonly authorize: string;
  /** Address of token credentials. */
  readonly accessToken: string;
  /** How requests are signed. Default: `HMAC-SHA1`. */
  readonly signature?: SignatureMethod;
  /** Realm of the header. Default: none. */
  readonly realm?: string;
  /** Further arguments of the address a person is sent to, such as `scope`. Default: none. */
  readonly parameters?: Readonly<Record<string, string>>;
  /** Name the person chooses the account kind by. Default: `Sign in with` and the provider's name. */
  readonly title?: string;
  /** Sentence below it. Default: empty. */
  readonly description?: string;
  /** Consumer key. Default: the variable `<PREFIX>_CLIENT_ID` of the deployment. */
  readonly clientId?: string;
  /** Consumer secret, or private key. Default: the variable `<PREFIX>_CLIENT_SECRET`. */
  readonly clientSecret?: string;
  /** Prefix of the variables. Default: the provider's name in capitals. */
  readonly prefix?: string;
  /** Members of the token reply to keep in the account, such as `user_id`. Default: none. */
  readonly keep?: readonly string[];
}
