import type { Egress } from "@wellhead/runtime";
import type { Connector } from "@wellhead/sdk";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AllowLists } from "../callers/allow-lists.js";
import type { Variables } from "../callers/caller-settings.js";
import { FailureThrottle } from "../callers/throttle/failure-throttle.js";
import { servedFaces } from "../faces/faces.js";
import { Host } from "../host/host.js";
import { type AccountSettings, openServiceAccounts } from "../oauth/service-accounts.js";
import { AuditLog, type AuditSink } from "../observe/logs/audit-log.js";
import { makeLog, type ServiceLog, silentLog } from "../observe/logs/service-log.js";
import { noMetrics } from "../observe/metrics/metrics.js";
import type { Telemetry } from "../observe/telemetry/telemetry.js";
import type { Faces } from "../request/faces.js";
import { ServedConnector } from "../request/request-scope.js";
import type { Service } from "../request/service.js";
import { type FailureSettings, fillFailureSettings } from "../settings/failure-settings.js";
import { checkLimits, type Limits } from "../settings/limits.js";
import { watchHooks } from "../stream/pass-hooks.js";
import { ParkedReadings } from "../stream/rows/row-readings.js";
import type { OnStreamError } from "../stream/send-rows.js";
import { refuseEarly } from "./admit-request.js";
import { answerFastifyError } from "./answer-server-error.js";
import { destinationOf, findDestinations, unknownConnector } from "./destination.js";
import { assertVersions } from "./fastify-options.js";
import { readBody } from "./read-body.js";
import { serveRequest } from "./serve-request.js";

/** How connectors are served, and how responses are written and logged. */
export interface ServingOptions {
  /** Limits to override. Default: those of {@link Limits}. */
  readonly limits?: Partial<Limits>;
  /** Where log lines go; `false` for nowhere. Default: JSON lines on standard output. */
  readonly logger?: ServiceLog | false;
  /** Receives a record for each sign-in, refresh and refused caller; `false` for none. Default: the log. */
  readonly audit?: AuditSink | false;
  /** What happens to JSON and NDJSON that fail after the first byte; CSV is always cut. Default: `mark`. */
  readonly onStreamError?: OnStreamError;
  /** Whether CSV cells that a spreadsheet would run get an apostrophe, which changes the data. Default: `false`. */
  readonly formulaEscape?: boolean;
  /**
   * Describes to callers what a connector threw that is not a `ConnectorError`. It may contain anything, so only a service
   * that the author of the connector alone can call may do this. Default: callers get the request id only.
   */
  readonly describeFault?: (thrown: unknown) => string | undefined;
  /** Returns the current time. Default: the system clock. */
  readonly now?: () => Date;
  /**
   * Number of failures that a caller may cause before it has to wait; `false` for no maximum. Default:
   * `WELLHEAD_FAILURES`, else the defaults of {@link FailureSettings}.
   */
  readonly failures?: FailureSettings | false;
  /**
   * How the connectors of this process reach the network, sign-ins and refreshes included. Default: the egress of the
   * process, see `configureEgress`.
   */
  readonly egress?: Egress;
  /** How accounts are signed in and refreshed. Default: read from the environment of the process. */
  readonly accounts?: AccountSettings;
  /** Where traces and metrics go, from `startTelemetry`. The service closes it. Default: nowhere. */
  readonly telemetry?: Telemetry | undefined;
}

/** Options of {@link connectorRoutes}. */
export interface ConnectorRoutesOptions extends ServingOptions {
  /** The connector to serve below the prefix. */
  readonly connector: Connector;
  /**
   * Private addresses it may reach, written like `WELLHEAD_ALLOW`. Default: its own variable, else `WELLHEAD_ALLOW`.
   */
  readonly allow?: string;
}

/**
 * Fastify plugin that serves one connector below a prefix of an existing service.
 *
 * Its body parser and its error shape apply only below the prefix. It does not close the connector: do that yourself.
 *
 * @param fastify - The Fastify instance
 * @param options - The connector and how it is served
 * @throws TypeError when Node or Fastify is older than the oldest supported version
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
  const host = new Host(await hostOptions(options, [options.connector]), servedFaces);
  fastify.addHook("onListen", async () => host.watchFromFirstRequest());
  fastify.addHook("onClose", async () => {
    host.stop();
    await host.options.accounts.close();
    await host.options.telemetry?.close();
  });
  const { connector, allow } = options;
  const lists = new AllowLists(allow === undefined ? {} : { [connector.id]: allow }, variablesOf(options));
  mountConnector(
    fastify,
    host,
    new ServedConnector(connector, { allow: lists.of(connector.id), egress: options.egress }),
  );
}

/**
 * Fills in the serving options that are not set, opens the store of accounts, and logs which settings sign-ins lack.
 *
 * @param options - Options of the service
 * @param connectors - Connectors of the service
 * @returns Options of the host, without metrics of Prometheus
 */
export async function hostOptions(
  options: ServingOptions,
  connectors: readonly Connector[],
): Promise<Service> {
  const { limits, logger, onStreamError = "mark", formulaEscape = false, now = () => new Date() } = options;
  const log = logger === false ? silentLog : (logger ?? makeLog());
  const checked = checkLimits(limits);
  const settings = fillFailureSettings(options.failures, variablesOf(options)["WELLHEAD_FAILURES"]);
  const accounts = await openServiceAccounts({
    settings: { ...(options.egress && { egress: options.egress }), ...options.accounts },
    connectors,
    log,
    now: () => now().getTime(),
  });
  return {
    limits: checked,
    log,
    accounts,
    metrics: options.telemetry?.metrics ?? noMetrics,
    telemetry: options.telemetry,
    audit: new AuditLog(auditSink(options.audit, log), now),
    failures: new FailureThrottle({ settings, environment: accounts.environment }),
    onStreamError,
    formulaEscape,
    describeFault: options.describeFault,
    readings: new ParkedReadings({ maxReadings: 32, keepMs: 30_000 }),
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

/**
 * Mounts a connector that runs in this process.
 *
 * @param fastify - Fastify instance for this connector alone
 * @param host - The service
 * @param served - The connector
 */
export function mountConnector(fastify: FastifyInstance, host: Host, served: ServedConnector): void {
  const { id } = served.connector;
  host.connectors.add(id);
  findDestinations(fastify, ({ params }) => ({ connector: id, path: `/${restOf(params)}` }));
  mountRoutes(fastify, host, { paths: ["/", "/*"], handler: serveRequest(host, served) });
}

function restOf(params: unknown): string {
  return typeof params === "object" && params !== null && "*" in params ? String(params["*"]) : "";
}

/**
 * Lists the paths a connector is mounted at.
 *
 * @param id - Id of the connector
 * @param alone - Whether it is the only one of its service
 * @param faces - The wire formats, whose paths no connector may hide
 * @returns Its prefixes
 */
export function prefixesOf(id: string, alone: boolean, faces: Faces): readonly string[] {
  const root = alone ? ["/"] : [];
  return alone && faces.hasSegment(id) ? root : [...root, `/${id}`];
}

/** Answers a request, synchronously or asynchronously. Whatever it throws is sent as an error. */
export type RequestHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<void> | void;

/** The routes of connectors, and what answers their requests. */
export interface ConnectorPaths {
  /** The paths, as Fastify's router matches them. */
  readonly paths: readonly string[];
  readonly handler: RequestHandler;
}

/**
 * Mounts the routes of connectors, whichever process the connectors run in.
 *
 * @param fastify - Fastify instance for these routes alone, which finds the destinations of its requests
 * @param host - The service
 * @param routes - The paths, and what answers
 */
export function mountRoutes(fastify: FastifyInstance, host: Host, { paths, handler }: ConnectorPaths): void {
  fastify.removeAllContentTypeParsers();
  // Read every body as bytes, whatever its content type, which is checked with the request. JSON is listed because
  // Fastify finds a listed type faster.
  fastify.addContentTypeParser(["application/json", "*"], ({ headers }, payload, done) => {
    const { maxBodyBytes } = host.options.limits;
    const { arrivingBytes } = host;
    readBody(
      { declaredLength: headers["content-length"], payload, maxBytes: maxBodyBytes, arrivingBytes },
      done,
    );
  });
  fastify.setErrorHandler((error: FastifyError, request, reply) =>
    answerFastifyError({ error, request, reply, host, connector: destinationOf(request)?.connector }),
  );
  // Plugins of the application may also add hooks to each route. This one has to come after them.
  fastify.addHook("onRoute", (options) => {
    options.onSend = [options.onSend ?? [], watchHooks].flat();
  });
  fastify.addHook("onRequest", (request, reply, done) => {
    const found = destinationOf(request);
    if (found === undefined) return done(unknownConnector(request));
    const { connector } = found;
    if (connector === undefined || !refuseEarly({ host, connector, request, reply })) done();
  });
  const route = { method: fastify.supportedMethods, exposeHeadRoute: false, handler };
  for (const url of paths) fastify.route({ ...route, url, config: { isConnector: true } });
}
