import type { Connector } from "@wellhead/sdk";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AuditLog, type AuditSink } from "../audit/audit-log.js";
import type { Variables } from "../callers/caller-settings.js";
import { AllowLists } from "../egress/allow-lists.js";
import { ServedConnector } from "../endpoints/served-connector.js";
import { Host } from "../host/host.js";
import { checkLimits } from "../limits/check-limits.js";
import type { Limits } from "../limits/limits.js";
import { makeLog } from "../logs/make-log.js";
import { type ServiceLog, silentLog } from "../logs/service-log.js";
import { noMetrics } from "../metrics/metrics.js";
import type { AccountSettings } from "../oauth/account-settings.js";
import { openServiceAccounts } from "../oauth/service-accounts.js";
import { isEndpointSegment } from "../route/route.js";
import { watchHooks } from "../stream/pass-hooks.js";
import type { OnStreamError } from "../stream/send-rows.js";
import { type FailureSettings, fillFailureSettings } from "../throttle/failure-settings.js";
import { FailureThrottle } from "../throttle/failure-throttle.js";
import { refuseEarly } from "./admit-request.js";
import { answerFastifyError } from "./answer-fastify-error.js";
import { assertVersions } from "./assert-versions.js";
import { serveRequest } from "./serve-request.js";

/** How answers are written and logged. */
export interface ServingOptions {
  /** Limits to set. Default: {@link Limits}' own. */
  readonly limits?: Partial<Limits>;
  /** Where log lines go; `false` for nowhere. Default: JSON lines on standard output. */
  readonly logger?: ServiceLog | false;
  /** Takes a record for each sign-in, refresh and refused caller; `false` for none. Default: the log takes them. */
  readonly audit?: AuditSink | false;
  /** What becomes of JSON and NDJSON that fail after the first byte; CSV is always cut. Default: `mark`. */
  readonly onStreamError?: OnStreamError;
  /** Whether CSV cells a spreadsheet would run get an apostrophe; it changes data. Default: `false`. */
  readonly formulaEscape?: boolean;
  /** The present instant. Default: the clock. */
  readonly now?: () => Date;
  /** How many failures are taken from a caller before it has to wait; `false` for any. Default: `WELLHEAD_FAILURES`, else {@link FailureSettings}' own. */
  readonly failures?: FailureSettings | false;
  /** How accounts are signed in and refreshed. Default: as the environment of the process says. */
  readonly accounts?: AccountSettings;
}

/** Options of {@link connectorRoutes}. */
export interface ConnectorRoutesOptions extends ServingOptions {
  /** The connector to serve below the prefix. */
  readonly connector: Connector;
  /** Private addresses it may reach, written as `WELLHEAD_ALLOW` is. Default: its own variable, else `WELLHEAD_ALLOW`. */
  readonly allow?: string;
}

/**
 * Fastify plugin that serves one connector below its prefix, for a service you already have.
 *
 * It brings its own body parser and error shape, which hold below the prefix only. Close the connector yourself.
 *
 * @param fastify - The Fastify instance
 * @param options - The connector and how it is served
 * @throws TypeError when Node or Fastify are older than the versions this was tested with
 * @example
 * ```ts
 * await app.register(connectorRoutes, { prefix: "/moons", connector: moons });
 * ```
 */
export async function connectorRoutes(
  fastify: FastifyInstance,
  options: ConnectorRoutesOptions,
): Promise<void> {
  assertVersions({ node: process.versions.node, fastify: fastify.version });
  const host = new Host(await hostOptions(options, [options.connector]));
  fastify.addHook("onListen", async () => host.watchdog.start());
  fastify.addHook("onClose", async () => {
    host.stop();
    await host.options.accounts.close();
  });
  const { connector, allow } = options;
  const lists = new AllowLists(allow === undefined ? {} : { [connector.id]: allow }, variablesOf(options));
  mountConnector(fastify, host, new ServedConnector(connector, lists.of(connector.id)));
}

/**
 * Fills the serving options that are not set, and tells the operator what the connectors lack.
 *
 * @param options - Options of the service
 * @param connectors - Connectors of the service
 * @returns Options of the host, without metrics
 */
export async function hostOptions(
  options: ServingOptions,
  connectors: readonly Connector[],
): Promise<Host["options"]> {
  const { limits, logger, onStreamError = "mark", formulaEscape = false, now = () => new Date() } = options;
  const log = logger === false ? silentLog : (logger ?? makeLog());
  const checked = checkLimits(limits);
  const settings = fillFailureSettings(options.failures, variablesOf(options)["WELLHEAD_FAILURES"]);
  const accounts = await openServiceAccounts({ settings: options.accounts ?? {}, connectors, log, now });
  return {
    limits: checked,
    log,
    accounts,
    metrics: noMetrics,
    audit: new AuditLog(auditSink(options.audit, log), now),
    failures: new FailureThrottle({ settings, environment: accounts.environment }),
    onStreamError,
    formulaEscape,
    now,
  };
}

/**
 * @param options - Options of the service
 * @returns The variables it reads its settings from
 */
export function variablesOf({ accounts }: ServingOptions): Variables {
  return accounts?.variables ?? process.env;
}

function auditSink(audit: ServingOptions["audit"], log: ServiceLog): AuditSink {
  if (audit === false) return () => undefined;
  return audit ?? ((record) => log.info({ audit: record }, "audit"));
}

declare module "fastify" {
  interface FastifyContextConfig {
    /** Whether the route leads to a connector. */
    readonly isConnector?: boolean;
  }
}

/**
 * Mounts a connector on the Fastify instance at hand.
 *
 * @param fastify - Instance of its own for this connector
 * @param host - The service
 * @param served - The connector
 */
export function mountConnector(fastify: FastifyInstance, host: Host, served: ServedConnector): void {
  host.connectors.add(served.connector.id);
  mountHandler(fastify, host, { connector: served.connector.id, handler: serveRequest(host, served) });
}

/**
 * Lists the paths a connector is mounted at.
 *
 * @param id - Id of the connector
 * @param alone - Whether it is the only one of its service
 * @returns Its prefixes
 */
export function prefixesOf(id: string, alone: boolean): readonly string[] {
  const root = alone ? ["/"] : [];
  return alone && isEndpointSegment(id) ? root : [...root, `/${id}`];
}

/** Answers a request, now or later; what it throws is answered as an error. */
export type RequestHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<void> | void;

/** What answers the requests of a connector. */
export interface MountedHandler {
  /** Id of the connector. */
  readonly connector: string;
  readonly handler: RequestHandler;
}

/**
 * Mounts what answers the requests of a connector, wherever the connector runs.
 *
 * @param fastify - Instance of its own for this connector
 * @param host - The service
 * @param mounted - The handler
 */
export function mountHandler(
  fastify: FastifyInstance,
  host: Host,
  { connector, handler }: MountedHandler,
): void {
  fastify.removeAllContentTypeParsers();
  // Bodies are taken as bytes whatever they claim to be; what they are is judged with the request. JSON is named
  // because Fastify finds a named type faster.
  fastify.addContentTypeParser(
    ["application/json", "*"],
    { parseAs: "buffer", bodyLimit: host.options.limits.maxBodyBytes },
    (_request, body, done) => {
      done(null, body);
    },
  );
  fastify.setErrorHandler((error: FastifyError, request, reply) =>
    answerFastifyError({ error, request, reply, host, connector }),
  );
  // Plugins of the application may add hooks to each route too; ours has to come after them.
  fastify.addHook("onRoute", (options) => {
    options.onSend = [options.onSend ?? [], watchHooks].flat();
  });
  fastify.addHook("onRequest", (request, reply, done) => {
    if (!refuseEarly({ host, connector, request, reply })) done();
  });
  const route = { method: fastify.supportedMethods, exposeHeadRoute: false, handler };
  fastify.route({ ...route, url: "/", config: { isConnector: true } });
  fastify.route({ ...route, url: "/*", config: { isConnector: true } });
}
