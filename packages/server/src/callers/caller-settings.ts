/**
 * Who may call a service. Every member that is not set is read from the environment of the process. Without any
 * setting, everybody who can reach the address may call. A service that other machines can reach therefore needs one of
 * them.
 */
export interface CallerSettings {
  /**
   * Bearer tokens: `sha256:` and the digest in hexadecimal, or the token itself (32 characters or more), each with an
   * optional `name=` before it. Default: `WELLHEAD_TOKENS`, separated by commas or spaces.
   */
  readonly tokens?: readonly string[];
  /** File with tokens, one per line; reloaded when it changes. Default: `WELLHEAD_TOKENS_FILE`. */
  readonly tokensFile?: string;
  /** Keys of signed requests: `id=secret`, the secret 32 characters or more. Default: `WELLHEAD_SIGNING_KEYS`. */
  readonly signingKeys?: readonly string[];
  /**
   * File with keys of signed requests, one per line; reloaded when it changes. Default: `WELLHEAD_SIGNING_KEYS_FILE`.
   */
  readonly signingKeysFile?: string;
  /** Addresses and blocks that may call, such as `10.1.0.0/16`. Default: `WELLHEAD_CALLERS`, else all. */
  readonly addresses?: readonly string[];
  /** Addresses and blocks of proxies whose forwarding header is trusted. Default: `WELLHEAD_PROXIES`, else none. */
  readonly proxies?: readonly string[];
  /** The forwarding header of these proxies. Default: `WELLHEAD_PROXY_HEADER`, else `x-forwarded-for`. */
  readonly proxyHeader?: string;
  /**
   * Host names of the service, such as `connectors.example`. Default: `WELLHEAD_HOSTS`, else the names of this machine
   * for connections that stay on it, and any name for other connections.
   */
  readonly hosts?: readonly string[];
  /** Whether `GET /` and `GET /logo` need no credentials. Default: `WELLHEAD_PUBLIC_DESCRIPTION=1`, else `false`. */
  readonly publicDescription?: boolean;
  /** Whether everybody who can reach the address may call. Default: `WELLHEAD_INSECURE=1`, else `false`. */
  readonly insecure?: boolean;
  /** Maximum difference between the clocks of caller and service for signed requests, in seconds. Default: 300. */
  readonly clockSkewSeconds?: number;
}

/** Variables that settings are read from. */
export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Fills in the settings that are not set, from the environment.
 *
 * @param settings - Settings of the application
 * @param variables - Environment of the process
 * @returns All settings; a list that is not set anywhere is empty
 * @throws TypeError naming a variable that is neither `1` nor `0`
 */
export function fillCallerSettings(settings: CallerSettings, variables: Variables): FilledCallerSettings {
  const list = (given: readonly string[] | undefined, name: string): readonly string[] =>
    given ?? splitList(variables[name] ?? "");
  return {
    tokens: list(settings.tokens, "WELLHEAD_TOKENS"),
    tokensFile: settings.tokensFile ?? (variables["WELLHEAD_TOKENS_FILE"] || undefined),
    signingKeys: list(settings.signingKeys, "WELLHEAD_SIGNING_KEYS"),
    signingKeysFile: settings.signingKeysFile ?? (variables["WELLHEAD_SIGNING_KEYS_FILE"] || undefined),
    addresses: list(settings.addresses, "WELLHEAD_CALLERS"),
    proxies: list(settings.proxies, "WELLHEAD_PROXIES"),
    proxyHeader: (settings.proxyHeader ?? (variables["WELLHEAD_PROXY_HEADER"] || "x-forwarded-for"))
      .trim()
      .toLowerCase(),
    hosts: list(settings.hosts, "WELLHEAD_HOSTS"),
    publicDescription:
      settings.publicDescription ?? readSwitch(variables, "WELLHEAD_PUBLIC_DESCRIPTION") ?? false,
    insecure: settings.insecure ?? readSwitch(variables, "WELLHEAD_INSECURE") ?? false,
    clockSkewSeconds: settings.clockSkewSeconds ?? 300,
  };
}

/** The settings with their defaults filled in. */
export interface FilledCallerSettings
  extends Required<Omit<CallerSettings, "tokensFile" | "signingKeysFile">> {
  readonly tokensFile: string | undefined;
  readonly signingKeysFile: string | undefined;
}

/**
 * Splits a list from an environment variable or a file.
 *
 * @param text - Entries separated by commas, spaces or line breaks; a line that begins with `#` is a comment
 * @returns The entries
 */
export function splitList(text: string): readonly string[] {
  return text
    .split("\n")
    .filter((line) => !line.trimStart().startsWith("#"))
    .flatMap((line) => line.split(/[\s,]/))
    .filter((entry) => entry !== "");
}

function readSwitch(variables: Variables, name: string): boolean | undefined {
  const text = variables[name]?.trim() ?? "";
  if (text === "") return undefined;
  if (/^(?:1|true|yes)$/i.test(text)) return true;
  if (/^(?:0|false|no)$/i.test(text)) return false;
  throw new TypeError(`Could not read ${name}: expected 1 or 0, got "${text.slice(0, 40)}".`);
}
