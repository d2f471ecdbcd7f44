import { readFileSync } from "node:fs";
import type { Store } from "@wellhead/runtime";
import { parseAddressList } from "./address-list.js";
import { BearerTokens } from "./bearer-tokens.js";
import { CallerGuard } from "./caller-guard.js";
import { type FilledCallerSettings, splitList } from "./caller-settings.js";
import { type Nonces, SignedRequests } from "./signed-requests.js";
import { SigningKeys } from "./signing-keys.js";

/** What {@link openCallerGuard} needs besides the settings. */
export interface OpenCallerGuardOptions {
  readonly settings: FilledCallerSettings;
  /** Whether the listener requests client certificates. */
  readonly certificates: boolean;
  /** Returns the current time in milliseconds. */
  readonly now: () => number;
  /** Store in which replicas share their nonces; `undefined` when there is only one process. */
  readonly shared: Store | undefined;
  /** The nonces of signed requests that were accepted. */
  readonly nonces: Nonces;
}

/** A guard, and a function that reloads its files. */
export interface OpenedCallerGuard {
  readonly guard: CallerGuard;
  /** Files to watch for changes. */
  readonly files: readonly string[];
  /** Reloads the files. Throws, and keeps the previous credentials, if one of the files is invalid. */
  readonly reload: () => void;
}

/**
 * Creates the guard from the settings and their files.
 *
 * @param options - Settings, clock and store
 * @returns The guard
 * @throws TypeError naming the setting that is invalid
 */
export function openCallerGuard(options: OpenCallerGuardOptions): OpenedCallerGuard {
  const { settings, certificates, now, shared, nonces } = options;
  let current = readCredentials(settings);
  const { addresses, proxies, proxyHeader, hosts, clockSkewSeconds, publicDescription } = settings;
  const hasTokens = settings.tokensFile !== undefined || current.tokens.count > 0;
  const hasKeys = settings.signingKeysFile !== undefined || current.keys.count > 0;
  const guard = new CallerGuard({
    addresses: addresses.length === 0 ? undefined : parseAddressList(addresses, "WELLHEAD_CALLERS"),
    forwarding:
      proxies.length === 0
        ? undefined
        : { proxies: parseAddressList(proxies, "WELLHEAD_PROXIES"), header: proxyHeader },
    hosts: new Set(hosts.map((host) => host.toLowerCase())),
    tokens: hasTokens ? () => current.tokens : undefined,
    signatures: hasKeys
      ? new SignedRequests({ keys: () => current.keys, now, clockSkewSeconds, shared, nonces })
      : undefined,
    certificates,
    publicDescription,
    now,
  });
  const files = [settings.tokensFile, settings.signingKeysFile].filter((file) => file !== undefined);
  const reload = (): void => {
    current = readCredentials(settings);
  };
  return { guard, files, reload };
}

interface Credentials {
  readonly tokens: BearerTokens;
  readonly keys: SigningKeys;
}

function readCredentials(settings: FilledCallerSettings): Credentials {
  const { tokens, tokensFile, signingKeys, signingKeysFile } = settings;
  return {
    tokens: new BearerTokens([...tokens, ...readEntries(tokensFile, "WELLHEAD_TOKENS_FILE")]),
    keys: new SigningKeys([...signingKeys, ...readEntries(signingKeysFile, "WELLHEAD_SIGNING_KEYS_FILE")]),
  };
}

function readEntries(file: string | undefined, setting: string): readonly string[] {
  if (file === undefined) return [];
  let text: string;
  try {
    text = readFileSync(file, "utf8");
  } catch (error) {
    throw new TypeError(`Could not read ${setting}: expected a readable file, got "${file}".`, {
      cause: error,
    });
  }
  const entries = splitList(text);
  // An empty file would lock out everybody who uses these credentials.
  if (entries.length === 0) throw new TypeError(`Could not read ${setting}: "${file}" is empty.`);
  return entries;
}
