import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { ConnectorError } from "@wellhead/sdk";
import type { FastifyInstance } from "fastify";
import type { Entrance } from "../callers/entrance.js";
import type { Host } from "../host/host.js";
import type { ConnectorFacts } from "../isolate/worker-messages.js";
import { describeCause } from "../logs/describe-cause.js";
import type { AdminServer } from "./admin-server.js";
import type { Access, App, ListenOptions, OwnRequest } from "./app.js";
import { containFaults } from "./contain-faults.js";
import type { OpenConnector } from "./open-connectors.js";
import { toUrl } from "./to-url.js";

/** The parts of a service. */
export interface ServiceAppOptions {
  readonly fastify: FastifyInstance;
  readonly host: Host;
  readonly entrance: Entrance;
  readonly connectors: readonly OpenConnector[];
  readonly admin: (ListenOptions & { readonly server: AdminServer }) | undefined;
}

/**
 * How long aborted requests may take to send their last bytes before their connections are destroyed, in milliseconds.
 */
const lastGrace = 1000;

/** Number of connections that Node lets wait to be accepted by default. */
const defaultBacklog = 511;

/** Maximum time that the accounts, and then each connector, may take to close, in milliseconds. */
const closeLimit = 5000;

/** A service that listens and stops. */
export class ServiceApp implements App {
  readonly fastify: FastifyInstance;
  readonly access: Access;
  readonly connectors: readonly ConnectorFacts[];
  readonly #options: ServiceAppOptions;
  #closed: Promise<void> | undefined;
  #release: (() => void) | undefined;

  /** @param options - The parts */
  constructor(options: ServiceAppOptions) {
    this.fastify = options.fastify;
    this.connectors = options.connectors.map(({ facts: { id, name, version, description } }) => ({
      id,
      name,
      version,
      description,
    }));
    const { guard, certificates } = options.entrance;
    const { asksForCredentials, sentence } = guard;
    this.access = { asksForCredentials, sentence, encrypted: certificates !== undefined };
    this.#options = options;
  }

  async listen({ host = "127.0.0.1", port, fd }: ListenOptions): Promise<{ url: string; adminUrl?: string }> {
    const { admin, entrance } = this.#options;
    // Who can reach a socket that was opened elsewhere is not known, so it has to be protected.
    entrance.checkInterface(fd === undefined ? host : "0.0.0.0");
    // Open the admin port first. If that fails, the service must not have accepted any requests.
    const adminUrl = await admin?.server.listen(admin);
    const backlog = this.#backlog();
    try {
      // With a descriptor, Node ignores host and port.
      await this.fastify.listen({ host, port, backlog, ...(fd !== undefined && { fd }) });
    } catch (error) {
      await admin?.server.close();
      throw error;
    }
    this.#options.host.listening = true;
    this.#options.host.watchdog.start();
    this.#release = containFaults({ log: this.#options.host.options.log, stop: () => this.close() });
    const url = toUrl(this.fastify.server.address(), entrance.certificates ? "https" : "http");
    return adminUrl === undefined ? { url } : { url, adminUrl };
  }

  async ask({ method, url, body }: OwnRequest): Promise<{ status: number; body: string }> {
    const { ownRequests } = this.#options.host;
    const id = randomUUID();
    ownRequests.add(id);
    try {
      const headers = {
        "x-request-id": id,
        ...(body !== undefined && { "content-type": "application/json" }),
      };
      const payload = body === undefined ? {} : { payload: JSON.stringify(body) };
      const answer = await this.fastify.inject({ method, url, headers, ...payload });
      return { status: answer.statusCode, body: answer.body };
    } finally {
      ownRequests.delete(id);
    }
  }

  reload(): void {
    this.#options.entrance.reload();
  }

  close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  /**
   * Returns how many connections may wait to be accepted. Another one would be dropped without a word, and its caller
   * tries again only after a second.
   */
  #backlog(): number {
    return Math.max(defaultBacklog, this.#options.host.options.limits.maxConnections);
  }

  async #close(): Promise<void> {
    const { fastify, host, admin, entrance } = this.#options;
    entrance.close();
    const { drainDelay, drainTimeout } = host.options.limits;
    host.drain();
    // Without an admin port no load balancer can notice the shutdown, so there is no reason to wait.
    if (admin !== undefined && fastify.server.listening) await delay(drainDelay);
    const closed = fastify.close();
    await atMost(host.requests.idle(), drainTimeout);
    host.requests.abortAll(
      new ConnectorError(
        "unavailable",
        "Could not answer the request: the service is stopping. Try again in a few seconds.",
      ),
    );
    await atMost(host.requests.idle(), lastGrace);
    fastify.server.closeAllConnections();
    await closed;
    await atMost(host.options.accounts.close(), closeLimit);
    await this.#closeConnectors();
    await admin?.server.close();
    host.stop();
    await host.options.telemetry?.close();
    this.#release?.();
  }

  async #closeConnectors(): Promise<void> {
    const { connectors, host } = this.#options;
    const { log } = host.options;
    const close = async ({
      facts: { id: connector },
      close: closeConnector,
    }: OpenConnector): Promise<void> => {
      try {
        const closed = await atMost(closeConnector(), closeLimit);
        if (!closed) log.error({ connector }, `Could not close the connector within ${closeLimit} ms.`);
      } catch (error) {
        log.error(
          { connector, cause: describeCause(error) },
          "Could not close the connector: it threw an error.",
        );
      }
    };
    await Promise.all(connectors.map(close));
  }
}

/** @returns Whether the promise was settled within the limit */
async function atMost(promise: Promise<void>, limit: number): Promise<boolean> {
  const stop = new AbortController();
  const settled = promise.then(() => true);
  const late = delay(limit, false, { signal: stop.signal }).catch(() => false);
  try {
    return await Promise.race([settled, late]);
  } finally {
    stop.abort();
  }
}
