import { randomUUID } from "node:crypto";
import { Server } from "node:net";
import { setTimeout as delay, setImmediate as nextTurn } from "node:timers/promises";
import { ConnectorError } from "@wellhead/sdk";
import type { FastifyInstance } from "fastify";
import type { Entrance } from "../callers/entrance.js";
import type { StartProof } from "../callers/start-proof.js";
import { atMost } from "../deadline/at-most.js";
import { currentRequest } from "../deadline/current-request.js";
import type { Host } from "../host/host.js";
import { isIsolated } from "../isolate/isolated-connector.js";
import type { ConnectorFacts } from "../isolate/worker-messages.js";
import type { ServiceLog } from "../observe/logs/service-log.js";
import { checkLimits } from "../settings/limits.js";
import { describeCause } from "../wire/thrown.js";
import type { AdminServer } from "./admin-server.js";
import {
  type Access,
  type App,
  type AppOptions,
  type AppUpdate,
  type ListenOptions,
  type OwnRequest,
  toUrl,
} from "./app.js";
import type { ConnectorRegistry } from "./connector-registry.js";
import { closeWorkers, type OpenConnector } from "./open-connectors.js";

/** The parts of a service. */
export interface ServiceAppOptions {
  readonly fastify: FastifyInstance;
  readonly host: Host;
  readonly entrance: Entrance;
  readonly registry: ConnectorRegistry;
  /** Private addresses that single connectors may reach, by connector id. */
  readonly allow: NonNullable<AppOptions["allow"]>;
  /** Limits of single connectors, by connector id. */
  readonly connectorLimits: NonNullable<AppOptions["connectorLimits"]>;
  /** Opens connectors that replace those of the registry. */
  readonly open: (
    changed: Pick<AppOptions, "connectors" | "allow" | "connectorLimits">,
  ) => Promise<readonly OpenConnector[]>;
  readonly admin: (ListenOptions & { readonly server: AdminServer }) | undefined;
}

/**
 * How long aborted requests may take to send their last bytes before their connections are destroyed, in milliseconds.
 */
const lastGrace = 1000;

/**
 * How long the requests of connections that were accepted last may take to arrive, in milliseconds. A connection that is
 * destroyed sooner may have one on its way, and a proxy cannot send it to another replica: it may have been answered.
 */
const arrivalGrace = 500;

/** Number of connections that Node lets wait to be accepted by default. */
const defaultBacklog = 511;

/** Maximum time that the accounts may take to close, in milliseconds. */
const closeLimit = 5000;

/** A service that listens and stops. */
export class ServiceApp implements App {
  readonly fastify: FastifyInstance;
  readonly #options: ServiceAppOptions;
  #allow: NonNullable<AppOptions["allow"]>;
  #connectorLimits: NonNullable<AppOptions["connectorLimits"]>;
  #updated: Promise<void> = Promise.resolve();
  #closed: Promise<void> | undefined;
  #release: (() => void) | undefined;

  /** @param options - The parts */
  constructor(options: ServiceAppOptions) {
    this.fastify = options.fastify;
    this.#options = options;
    this.#allow = options.allow;
    this.#connectorLimits = options.connectorLimits;
  }

  get connectors(): readonly ConnectorFacts[] {
    return this.#options.registry.facts;
  }

  get access(): Access {
    const { guard, certificates } = this.#options.entrance;
    const { asksForCredentials, sentence } = guard;
    return { asksForCredentials, sentence, encrypted: certificates !== undefined };
  }

  get adminProof(): StartProof | undefined {
    return this.#options.admin?.server.proof;
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
    this.#options.host.watchFromFirstRequest();
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

  update(update: AppUpdate): Promise<void> {
    const updated = this.#updated.then(() => this.#update(update));
    // One update at a time. The caller of each learns whether it failed.
    this.#updated = updated.catch(() => undefined);
    return updated;
  }

  async #update(update: AppUpdate): Promise<void> {
    const { connectors, callers, limits } = update;
    const { allow = this.#allow, connectorLimits = this.#connectorLimits } = update;
    const { entrance, registry, open, host } = this.#options;
    const applyCallers = callers && entrance.prepare(callers);
    const maximums = limits && checkLimits(limits);
    const opened = await open({ connectors, allow, connectorLimits });
    try {
      await host.options.accounts.serve(connectors.flatMap((one) => (isIsolated(one) ? [] : [one])));
      if (this.#closed !== undefined)
        throw new TypeError("Could not update the service: it is stopping. Start it again.");
    } catch (error) {
      await closeWorkers(opened);
      throw error;
    }
    applyCallers?.();
    this.#allow = allow;
    this.#connectorLimits = connectorLimits;
    if (maximums !== undefined) host.maximums.setLimits(maximums);
    registry.replace(opened);
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
    const { fastify, host, admin, entrance, registry } = this.#options;
    entrance.close();
    const { drainDelay, drainTimeout } = host.options.limits;
    host.drain();
    // Without an admin port no load balancer can notice the shutdown, so there is no reason to wait.
    if (admin !== undefined && fastify.server.listening) await delay(drainDelay);
    await stopListening(fastify.server);
    const closed = fastify.close();
    await atMost(closed, Math.min(arrivalGrace, drainTimeout));
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
    await registry.close();
    await admin?.server.close();
    host.stop();
    await host.options.telemetry?.close();
    this.#release?.();
  }
}

/**
 * Stops listening in a moment in which the server has just accepted the connections that have arrived. The system resets
 * those that it has not accepted yet.
 */
async function stopListening(server: Server): Promise<void> {
  if (!server.listening) return;
  // Runs directly after the server has accepted connections, before the requests that have arrived are answered.
  await nextTurn();
  // Unlike the method of an HTTP server, this one leaves idle connections open.
  Server.prototype.close.call(server);
}

/** Options of {@link containFaults}. */
interface ContainFaultsOptions {
  readonly log: ServiceLog;
  /** Stops the service. */
  readonly stop: () => Promise<void>;
}

/** The running services of this process. They all share one pair of listeners. */
const services = new Set<ContainFaultsOptions>();

/**
 * Handles what connectors throw where no code can catch it: in a timer, in an event listener, or in a promise that
 * nobody awaits. This aborts only the request on whose behalf the code runs. If that request is not known, the state of
 * the process is not known either: its services stop accepting requests and finish those in progress, and the process
 * exits with code 1. Either way one JSON line in the log reports what was thrown.
 *
 * @param options - Log, and a function that stops the service
 * @returns A function that stops handling errors for this service
 */
function containFaults(options: ContainFaultsOptions): () => void {
  if (services.size === 0) {
    process.on("uncaughtException", containFault);
    process.on("unhandledRejection", containFault);
  }
  services.add(options);
  return () => {
    services.delete(options);
    if (services.size > 0) return;
    process.off("uncaughtException", containFault);
    process.off("unhandledRejection", containFault);
  };
}

let stopping = false;

function containFault(thrown: unknown): void {
  const control = currentRequest.getStore();
  if (control !== undefined) {
    control.request?.logUncaught(thrown);
    control.abort(thrown);
    return;
  }
  const record = { cause: describeCause(thrown) };
  for (const { log } of services) {
    log.error(record, "Stopped the service: an error was thrown outside of any request.");
  }
  if (stopping) return;
  stopping = true;
  const stops = Array.from(services, ({ stop }) => stop());
  // oxlint-disable-next-line unicorn/no-process-exit -- the process is in an unknown state
  void Promise.allSettled(stops).then(() => process.exit(1));
}
