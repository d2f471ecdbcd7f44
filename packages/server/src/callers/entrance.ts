import { readFileSync } from "node:fs";
import type { Server } from "node:http";
import type { SecureContextOptions, Server as TlsServer } from "node:tls";
import { isDeepStrictEqual } from "node:util";
import type { Store } from "@wellhead/runtime";
import type { ServiceLog } from "../observe/logs/service-log.js";
import { readTlsFiles, readTlsVariables, type TlsSettings } from "../settings/tls-settings.js";
import { parseAddressList } from "./caller.js";
import { CallerGuard } from "./caller-guard.js";
import {
  type CallerSettings,
  type FilledCallerSettings,
  fillCallerSettings,
  splitList,
  type Variables,
} from "./caller-settings.js";
import { BearerTokens, SigningKeys } from "./credentials.js";
import { isLoopbackName } from "./request-site.js";
import { Nonces, SignedRequests } from "./signed-requests.js";
import { WatchedFiles } from "./watched-files.js";

/** Options of an {@link Entrance}. */
export interface EntranceOptions {
  readonly callers: CallerSettings;
  /** Files of the certificates; `undefined` reads the environment, `false` means plain HTTP. */
  readonly tls: TlsSettings | false | undefined;
  readonly variables: Variables;
  readonly log: ServiceLog;
  readonly now: () => Date;
  /** Store in which replicas share their nonces; `undefined` when there is only one process. */
  readonly shared: Store | undefined;
}

/**
 * Everything that controls access: the guard and the certificates, which are reloaded when their files change. Who may
 * call can be replaced while the service runs.
 */
export class Entrance {
  /** Certificates of the listener; `undefined` for plain HTTP. */
  readonly certificates: SecureContextOptions | undefined;
  readonly #options: EntranceOptions;
  readonly #tls: TlsSettings | undefined;
  /** Kept when the guard is replaced, so that no signed request can be repeated after that. */
  readonly #nonces = new Nonces();
  #settings: FilledCallerSettings;
  #guard: CallerGuard;
  #watchedCredentials: WatchedFiles | undefined;
  #watchedCertificates: WatchedFiles | undefined;
  /** The interface that the service listens on; `undefined` before it listens. */
  #interface: string | undefined;

  /**
   * Reads settings and files.
   *
   * @param options - Settings, environment, log and clock
   * @throws TypeError naming the setting or file that is invalid
   */
  constructor(options: EntranceOptions) {
    const { callers, tls, variables } = options;
    this.#options = options;
    this.#tls = tls === false ? undefined : (tls ?? readTlsVariables(variables));
    this.certificates = this.#tls && readTlsFiles(this.#tls);
    this.#settings = fillCallerSettings(callers, variables);
    const opened = this.#open(this.#settings);
    this.#guard = opened.guard;
    this.#watchedCredentials = this.#watch(opened);
  }

  /** Decides who may call, by the current settings. */
  get guard(): CallerGuard {
    return this.#guard;
  }

  /**
   * Checks other settings of who may call.
   *
   * @param callers - The settings
   * @returns A function that applies them to the requests that arrive from then on
   * @throws TypeError naming the setting or file that is invalid, or saying that everybody could call
   */
  prepare(callers: CallerSettings): () => void {
    const settings = fillCallerSettings(callers, this.#options.variables);
    if (isDeepStrictEqual(settings, this.#settings)) return () => undefined;
    const opened = this.#open(settings);
    if (this.#interface !== undefined) checkProtected(this.#interface, opened.guard, settings);
    return () => {
      this.#watchedCredentials?.close();
      this.#settings = settings;
      this.#guard = opened.guard;
      this.#watchedCredentials = this.#watch(opened);
    };
  }

  #open(settings: FilledCallerSettings): OpenedCallerGuard {
    const { now, shared } = this.#options;
    return openCallerGuard({
      settings,
      certificates: this.#tls?.clientCa !== undefined,
      now: () => now().getTime(),
      shared,
      nonces: this.#nonces,
    });
  }

  #watch({ files, reload }: OpenedCallerGuard): WatchedFiles | undefined {
    if (files.length === 0) return undefined;
    const { log } = this.#options;
    return new WatchedFiles({ title: "tokens and keys", paths: files, apply: reload, log });
  }

  /**
   * Makes a listener use new certificates when their files change. Open connections keep the old ones.
   *
   * @param server - Server of the listener
   */
  watchCertificates(server: Server): void {
    const tls = this.#tls;
    if (tls === undefined) return;
    // A server that was created with certificates is a TLS server.
    const listener = server as unknown as TlsServer;
    // A connection whose handshake failed cannot be answered over HTTP.
    listener.on("tlsClientError", (_error, socket) => socket.destroy());
    const paths = [tls.cert, tls.key, tls.clientCa].filter((path) => path !== undefined);
    const apply = (): void => listener.setSecureContext(readTlsFiles(tls));
    const { log } = this.#options;
    this.#watchedCertificates = new WatchedFiles({ title: "the certificates", paths, apply, log });
  }

  /**
   * Refuses to listen where other machines can connect if no setting says who may call.
   *
   * @param host - Name or address of the interface
   * @throws TypeError saying what to set
   */
  checkInterface(host: string): void {
    checkProtected(host, this.#guard, this.#settings);
    this.#interface = host;
  }

  /** Checks the files immediately. */
  reload(): void {
    this.#watchedCredentials?.check();
    this.#watchedCertificates?.check();
  }

  /** Stops watching the files. */
  close(): void {
    this.#watchedCredentials?.close();
    this.#watchedCertificates?.close();
  }
}

function checkProtected(host: string, guard: CallerGuard, { insecure }: FilledCallerSettings): void {
  if (isLoopbackName(host) || guard.isRestricted || insecure) return;
  throw new TypeError(
    `Could not listen at ${host}: it can be reached from other machines, and no setting states who may call. Set tokens (WELLHEAD_TOKENS), signing keys (WELLHEAD_SIGNING_KEYS), client certificates (WELLHEAD_TLS_CLIENT_CA) or addresses (WELLHEAD_CALLERS), or let everybody call with --insecure (WELLHEAD_INSECURE=1).`,
  );
}

/** What {@link openCallerGuard} needs besides the settings. */
interface OpenCallerGuardOptions {
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
function openCallerGuard(options: OpenCallerGuardOptions): OpenedCallerGuard {
  const { settings, certificates, now, shared, nonces } = options;
  let current = readCredentials(settings);
  const { addresses, proxies, proxyHeader, hosts, clockSkewSeconds, publicDescription } = settings;
  const guard = new CallerGuard({
    addresses: addresses.length === 0 ? undefined : parseAddressList(addresses, "WELLHEAD_CALLERS"),
    forwarding:
      proxies.length === 0
        ? undefined
        : { proxies: parseAddressList(proxies, "WELLHEAD_PROXIES"), header: proxyHeader },
    hosts: new Set(hosts.map((host) => host.toLowerCase())),
    tokens: current.tokens.count > 0 ? () => current.tokens : undefined,
    signatures:
      current.keys.count > 0
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
