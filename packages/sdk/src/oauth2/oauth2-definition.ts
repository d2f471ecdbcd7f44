import type { OAuth2Options } from "./oauth2-options.js";
import type { OAuth2Provider } from "./oauth2-provider.js";
import { oauth2Presets } from "./presets/oauth2-presets.js";

/** A provider and how this connector uses it, checked. */
export interface OAuth2Definition {
  readonly provider: OAuth2Provider;
  /** Prefix of the deployment's variables. */
  readonly prefix: string;
  readonly keep: readonly string[];
  readonly clientId: string | undefined;
  readonly clientSecret: string | undefined;
}

/** Members the account has anyway, or that the platform uses itself. */
const taken = new Set([
  "access_token",
  "refresh_token",
  "expires_on",
  "expire_on",
  "name",
  "auth",
  "identifier",
  "code",
  "state",
]);

/**
 * Joins a preset and the author's own members, and checks the result.
 *
 * @param options - What the author wrote
 * @returns The checked definition
 * @throws TypeError naming what is missing or wrong
 */
export function oauth2Definition(options: OAuth2Options): OAuth2Definition {
  const { preset, clientId, clientSecret, prefix, keep = [], ...own } = options;
  if (preset !== undefined && !Object.hasOwn(oauth2Presets, preset)) {
    throw new TypeError(
      `Define OAuth 2: found preset "${preset}", wanted one of ${Object.keys(oauth2Presets).join(", ")}`,
    );
  }
  const base: Partial<OAuth2Provider> = preset === undefined ? {} : oauth2Presets[preset];
  const { name, authorize, token, docs = "", ...rest }: Partial<OAuth2Provider> = { ...base, ...own };
  if (name === undefined || authorize === undefined || token === undefined) {
    throw new TypeError('Define OAuth 2: wanted "name", "authorize" and "token", or a preset');
  }
  checkAddress("authorize", authorize);
  checkAddress("token", token);
  const wrong = keep.find((member) => taken.has(member));
  if (wrong !== undefined) {
    throw new TypeError(`Define OAuth 2: keep: found "${wrong}", which the account has anyway`);
  }
  return {
    provider: { ...rest, name, authorize, token, docs },
    prefix: prefix ?? variablePrefix(preset ?? name),
    keep,
    clientId,
    clientSecret,
  };
}

/**
 * Checks an address of a provider.
 *
 * @param member - Member it stands in
 * @param address - The address
 * @throws TypeError unless it is `https:`, or `http:` on this machine, and holds no credentials
 */
function checkAddress(member: string, address: string): void {
  const text = address.replaceAll("{tenant}", "tenant");
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const local = url !== undefined && ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  const safe = url?.protocol === "https:" || (url?.protocol === "http:" && local);
  if (safe && url.username === "" && url.hash === "") return;
  throw new TypeError(`Define OAuth 2: ${member}: found "${address}", wanted an https address`);
}

function variablePrefix(name: string): string {
  return name.toUpperCase().replaceAll(/[^A-Z0-9]+/g, "_");
}
