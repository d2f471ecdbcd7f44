import type { OAuth2Provider } from "./oauth2-provider.js";
import type { OAuth2PresetName } from "./presets/oauth2-presets.js";

/** Options of an OAuth 2 account kind. */
export interface OAuth2Options extends Partial<OAuth2Provider> {
  /**
   * A known provider to start from; every other member overrides it. Default: none. Without a preset, `name` is
   * required, and so are either `authorize` and `token`, or `issuer`.
   */
  readonly preset?: OAuth2PresetName;
  /** Name of the account kind in the platform's list. Default: `Sign in with` and the provider's name. */
  readonly title?: string;
  /** Sentence below the name. Default: empty. */
  readonly description?: string;
  /** Client id. Default: the variable `<PREFIX>_CLIENT_ID` of the deployment. */
  readonly clientId?: string;
  /** Client secret; empty for a public client. Default: the variable `<PREFIX>_CLIENT_SECRET`. */
  readonly clientSecret?: string;
  /** Prefix of the variables, such as `GITHUB`. Default: the preset's id or the provider's name in capitals. */
  readonly prefix?: string;
  /**
   * Members of the token response or arguments of the redirect to keep in the account, such as `realmId`. Default:
   * none.
   */
  readonly keep?: readonly string[];
}
