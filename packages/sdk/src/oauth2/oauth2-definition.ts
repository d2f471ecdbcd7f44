import { checkProviderAddress } from "../oauth/check-provider-address.js";
import { type ClientSource, variablePrefix } from "../oauth/client-source.js";
import type { OAuth2Provider } from "../oauth/oauth2-provider.js";
import { type OAuth2PresetName, oauth2Presets } from "./presets/oauth2-presets.js";

/** A provider and how this connector uses it, after validation. */
export interface OAuth2Definition extends ClientSource {
  readonly provider: OAuth2Provider;
  readonly keep: readonly string[];
}

/** Names that `keep` must not use: members that every account has, and names that the platform uses itself. */
const taken = new Set([
  "access_token",
  "refresh_token",
  "expires_on",
  "expire_on",
  "name",
  "kind",
  "auth",
  "identifier",
  "code",
  "state",
]);

/**
 * Merges a preset with the author's own members and validates the result.
 *
 * @param options - Options that the author passed
 * @returns The validated definition
 * @throws TypeError naming the member that is missing or invalid
 */
export function oauth2Definition(options: OAuth2Options): OAuth2Definition {
  const { preset, clientId, clientSecret, prefix, keep = [], ...own } = options;
  if (preset !== undefined && !Object.hasOwn(oauth2Presets, preset)) {
    throw new TypeError(
      `Could not define OAuth 2: expected one of ${Object.keys(oauth2Presets).join(", ")} as preset, got "${preset}".`,
    );
  }
  const base: Partial<OAuth2Provider> = preset === undefined ? {} : oauth2Presets[preset];
  const { name, docs = "", ...rest }: Partial<OAuth2Provider> = { ...base, ...own };
  if (name === undefined) throw incomplete();
  checkAddresses(rest);
  const wrong = keep.find((member) => taken.has(member));
  if (wrong !== undefined) {
    throw new TypeError(
      `Could not define OAuth 2: every account has the member "${wrong}". Remove it from "keep".`,
    );
  }
  return {
    provider: { ...rest, name, docs },
    prefix: prefix ?? variablePrefix(preset ?? name),
    keep,
    clientId,
    clientSecret,
  };
}

function checkAddresses({ authorize, token, revocation, issuer }: Partial<OAuth2Provider>): void {
  const addresses = { authorize, token, issuer, revocation: revocation === true ? undefined : revocation };
  for (const [member, address] of Object.entries(addresses)) {
    if (address !== undefined) checkProviderAddress(member, address);
  }
  if (issuer !== undefined) return;
  if (authorize === undefined || token === undefined) throw incomplete();
  if (revocation === true) {
    throw new TypeError('Could not define OAuth 2: "revocation" is true, which needs "issuer". Add one.');
  }
}

function incomplete(): TypeError {
  return new TypeError(
    'Could not define OAuth 2: expected "name" with "authorize" and "token", "name" with "issuer", or a preset.',
  );
}

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
