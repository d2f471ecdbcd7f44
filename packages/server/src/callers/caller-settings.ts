/**
 * Who may call a service. Every member that is absent is read from the environment of the process; without any, everybody
 * who reaches the address may call, which is why a service that listens beyond this machine needs one of them.
 */
export interface CallerSettings {
  /**
   * Bearer tokens: `sha256:` and the digest in hexadecimal, or the token itself (32 characters or more), each with an
   * optional `name=` before it. Default: `WELLHEAD_TOKENS`, separated by commas or spaces.
   */
  readonly tokens?: readonly string[];
  /** File with tokens, one a line; read again when it changes. Default: `WELLHEAD_TOKENS_FILE`. */
  readonly tokensFile?: string;
  /** Keys of signed requests: `id=secret`, the secret 32 characters or more. Default: `WELLHEAD_SIGNING_KEYS`. */
  readonly signingKeys?: readonly string[];
  /** File with keys of signed requests, one a line; read again when it changes. Default: `WELLHEAD_SIGNING_KEYS_FILE`. */
  readonly signingKeysFile?: string;
  /** Addresses and blocks that may call, such as `10.1.0.0/16`. Default: `WELLHEAD_CALLERS`, else all. */
  readonly addresses?: readonly string[];
  /** Addresses and blocks of proxies whose forwarding header is believed. Default: `WELLHEAD_PROXIES`, else none. */
  readonly proxies?: readonly string[];
  /** The forwarding header of these proxies. Default: `WELLHEAD_PROXY_HEADER`, else `x-forwarded-for`. */
  readonly proxyHeader?: string;
  /**
   * Host names the service is called under, such as `connectors.example`. Default: `WELLHEAD_HOSTS`, else the names of
   * this machine for connections that stay on it, and every name for others.
   */
  readonly hosts?: readonly string[];
  /** Whether `GET /` and `GET /logo` need no credentials. Default: `WELLHEAD_PUBLIC_DESCRIPTION=1`, else `false`. */
  readonly publicDescription?: boolean;
  /** Whether everybody who reaches the address may call. Default: `WELLHEAD_INSECURE=1`, else `false`. */
  readonly insecure?: boolean;
  /** Seconds by which the clock of a signed request may differ. Default: 300. */
  readonly clockSkewSeconds?: number;
}

/** Variables a setting is read from. */
export type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Fills the settings that are absent from the environment.
 *
 * @param settings - What the application decided
 * @param variables - Environment of the process
 * @returns The settings; a list that nobody set is empty
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

/** The settings with nothing left to decide. */
export interface FilledCallerSettings
  extends Required<Omit<CallerSettings, "tokensFile" | "signingKeysFile">> {
  readonly tokensFile: string | undefined;
  readonly signingKeysFile: string | undefined;
}

/**
 * Splits a list as environment variables and files hold it.
 *
 * @param text - Entries separated by commas, spaces or line breaks; a line that begins with `#` is a comment
 * @returns The entries
 */
export function splitList(text: string): readonly string[] {
  return text
    .split("\n")
    .filter((line) => !line.trimStart().startsWith("#"))
    .flatMap((line) => line.split(/[\s,]+/))
    .filter((entry) => entry !== "");
}

function readSwitch(variables: Variables, name: string): boolean | undefined {
  const text = variables[name]?.trim() ?? "";
  if (text === "") return undefined;
  if (/^(?:1|true|yes)$/i.test(text)) return true;
  if (/^(?:0|false|no)$/i.test(text)) return false;
  throw new TypeError(`Could not read ${name}: expected 1 or 0, got "${text.slice(0, 40)}".`);
}
