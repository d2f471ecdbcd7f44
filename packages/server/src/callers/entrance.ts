import type { Server } from "node:http";
import type { SecureContextOptions, Server as TlsServer } from "node:tls";
import type { Store } from "@wellhead/runtime";
import type { ServiceLog } from "../logs/service-log.js";
import { WatchedFiles } from "../settings/watched-files.js";
import { readTlsFiles, readTlsVariables, type TlsSettings } from "../tls/tls-settings.js";
import type { CallerGuard } from "./caller-guard.js";
import {
  type CallerSettings,
  type FilledCallerSettings,
  fillCallerSettings,
  type Variables,
} from "./caller-settings.js";
import { isLoopbackName } from "./loopback.js";
import { openCallerGuard } from "./open-caller-guard.js";

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

/** Everything that controls access: the guard and the certificates, which are reloaded when their files change. */
export class Entrance {
  readonly guard: CallerGuard;
  /** Certificates of the listener; `undefined` for plain HTTP. */
  readonly certificates: SecureContextOptions | undefined;
  readonly #settings: FilledCallerSettings;
  readonly #log: ServiceLog;
  readonly #tls: TlsSettings | undefined;
  readonly #watched: WatchedFiles[] = [];

  /**
   * Reads settings and files.
   *
   * @param options - Settings, environment, log and clock
   * @throws TypeError naming the setting or file that is invalid
   */
  constructor({ callers, tls, variables, log, now, shared }: EntranceOptions) {
    this.#log = log;
    this.#tls = tls === false ? undefined : (tls ?? readTlsVariables(variables));
    this.certificates = this.#tls && readTlsFiles(this.#tls);
    this.#settings = fillCallerSettings(callers, variables);
    const opened = openCallerGuard({
      settings: this.#settings,
      certificates: this.#tls?.clientCa !== undefined,
      now: () => now().getTime(),
      shared,
    });
    this.guard = opened.guard;
    if (opened.files.length > 0)
      this.#watched.push(
        new WatchedFiles({ title: "tokens and keys", paths: opened.files, apply: opened.reload, log }),
      );
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
    this.#watched.push(new WatchedFiles({ title: "the certificates", paths, apply, log: this.#log }));
  }

  /**
   * Refuses to listen where other machines can connect if no setting says who may call.
   *
   * @param host - Name or address of the interface
   * @throws TypeError saying what to set
   */
  checkInterface(host: string): void {
    if (isLoopbackName(host) || this.guard.isRestricted || this.#settings.insecure) return;
    throw new TypeError(
      `Could not listen at ${host}: it can be reached from other machines, and no setting states who may call. Set tokens (WELLHEAD_TOKENS), signing keys (WELLHEAD_SIGNING_KEYS), client certificates (WELLHEAD_TLS_CLIENT_CA) or addresses (WELLHEAD_CALLERS), or let everybody call with --insecure (WELLHEAD_INSECURE=1).`,
    );
  }

  /** Checks the files immediately. */
  reload(): void {
    for (const watched of this.#watched) watched.check();
  }

  /** Stops watching the files. */
  close(): void {
    for (const watched of this.#watched) watched.close();
  }
}
