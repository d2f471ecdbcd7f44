import { METHODS } from "node:http";
import type { Socket } from "node:net";
import { openConnectionCount } from "@wellhead/runtime";
import Fastify, { type FastifyInstance } from "fastify";
import { guardRequests } from "../callers/caller-guard.js";
import { Entrance } from "../callers/entrance.js";
import { StartProof } from "../callers/start-proof.js";
import { servedFaces } from "../faces/faces.js";
import { RefusalCounts } from "../host/activity/refusal-counts.js";
import { type Readiness, ServiceActivity } from "../host/activity/service-activity.js";
import { Connections } from "../host/connections.js";
import { Host } from "../host/host.js";
import { isIsolated } from "../isolate/isolated-connector.js";
import { joinMetrics, type MetricsReadings } from "../observe/metrics/metrics.js";
import type { PrometheusMetrics } from "../observe/metrics/prometheus-metrics.js";
import { headersTooLarge, keepHeaderLines } from "../wire/header-lines.js";
import { malformedRequest } from "../wire/parse-body.js";
import { AdminServer } from "./admin-server.js";
import { answerConnect, answerExpectation, answerFastifyError } from "./answer-server-error.js";
import type { AdminOptions, App, AppOptions } from "./app.js";
import { ConnectorRegistry, mountRoot } from "./connector-registry.js";
import { hostOptions } from "./connector-routes.js";
import { findDestinations, isDescription } from "./destination.js";
import { assertVersions, fastifyOptions } from "./fastify-options.js";
import { type OpenConnector, openConnectors } from "./open-connectors.js";
import { ServiceApp } from "./service-app.js";

/**
 * Creates a service of one or more connectors.
 *
 * One connector is served at `/` and at `/<id>/` (unless its id is the name of an endpoint), several at `/<id>/` with
 * an index of them at `/`.
 *
 * @param options - Connectors, limits, log, admin port
 * @returns The service, not yet listening
 * @throws TypeError when there is no connector, two have the same id, or Node is too old
 * @throws RangeError when a limit is not a whole number from 0
 * @example
 * ```ts
 * const app = await createApp({ connectors: [moons] });
 * const { url } = await app.listen({ port: 8642 });
 * ```
 */
export async function createApp(options: AppOptions): Promise<App> {
  const { admin = false } = options;
  const local = options.connectors.flatMap((connector) => (isIsolated(connector) ? [] : [connector]));
  const metrics = admin === false ? undefined : await createMetrics();
  const service = await hostOptions(options, local);
  const refusals = new RefusalCounts();
  const counted = metrics ? joinMetrics([metrics, refusals.metrics, service.metrics]) : service.metrics;
  const host = new Host({ ...service, metrics: counted }, servedFaces);
  const { limits } = host.options;
  const { entrance, connectors } = await openParts(options, host);
  const connections = new Connections({
    maxConnections: limits.maxConnections,
    refused: () => host.options.metrics.refused({ reason: "connections", connector: "" }),
    maxPerAddress: limits.maxConnectionsPerAddress,
    isProxy: (address) => entrance.guard.isProxy(address),
    arrived: () => host.turns.connectionArrived(),
  });
  const fastify: FastifyInstance = Fastify({
    ...fastifyOptions(limits, { host, connections, certificates: entrance.certificates }),
    frameworkErrors: (error, request, reply) => {
      answerFastifyError({ error, request, reply, host });
    },
  });
  assertVersions({ node: process.versions.node, fastify: fastify.version });
  addMethods(fastify);
  connections.watch(fastify.server);
  watchExpectations(fastify, host);
  // The type is any duplex stream, but those of the server are sockets.
  fastify.server.on("connect", (request, socket) =>
    answerConnect({ socket: socket as Socket, host, connections }, request),
  );
  refuseAmbiguous(fastify);
  entrance.watchCertificates(fastify.server);
  const registry = new ConnectorRegistry(host, connectors);
  findDestinations(fastify, (request) => registry.find(request));
  const { audit, failures } = host.options;
  guardRequests(fastify, {
    guard: () => entrance.guard,
    audit,
    failures,
    throttled: () => host.options.metrics.throttled({ connector: "", level: "caller" }),
    isOwn: (request) => host.isOwn(request),
    isDescription,
  });
  await mountRoot(fastify, host, registry);
  host.options.accounts.events.watch((event) => host.options.metrics.stored(event));
  const readings = readingsOf(host);
  metrics?.watch(readings);
  host.options.telemetry?.watch(readings);
  const adminServer =
    metrics && makeAdminServer(host, { metrics, refusals, admin, faults: () => registry.faults });
  return new ServiceApp({
    fastify,
    host,
    entrance,
    registry,
    allow: options.allow ?? {},
    connectorLimits: options.connectorLimits ?? {},
    open: (changed) => openConnectors({ ...options, ...changed }, host),
    admin: adminServer && admin ? { ...admin, server: adminServer } : undefined,
  });
}

interface AdminParts {
  readonly metrics: PrometheusMetrics;
  readonly refusals: RefusalCounts;
  readonly admin: AdminOptions | false;
  /** What does not work of the connectors. */
  readonly faults: () => readonly string[];
}

/** Minimum length of the token of the admin port. */
const minTokenLength = 32;

function makeAdminServer(host: Host, { metrics, refusals, admin, faults }: AdminParts): AdminServer {
  const token = admin === false ? undefined : admin.token;
  if (token !== undefined && token.length < minTokenLength)
    throw new TypeError(
      `Could not read WELLHEAD_ADMIN_TOKEN: expected ${minTokenLength} characters or more, got ${token.length}.`,
    );
  const activity = new ServiceActivity({ host, refusals, readiness: () => readiness(host, faults) });
  return new AdminServer({
    proof: new StartProof({ token }),
    readiness: () => readiness(host, faults),
    metrics: () => metrics.text(),
    activity: (order) => activity.read(order),
  });
}

function readingsOf(host: Host): MetricsReadings {
  return {
    activeStreams: () => host.requests.streamCount,
    loopDelay: () => host.loopDelay.mean,
    upstreamConnections: openConnectionCount,
    memoryShare: () => host.memory.share,
  };
}

interface Parts {
  readonly entrance: Entrance;
  readonly connectors: readonly OpenConnector[];
}

async function openParts(options: AppOptions, host: Host): Promise<Parts> {
  const { callers = {}, tls, accounts } = options;
  const { log, now, accounts: opened } = host.options;
  const { shared, store } = opened.environment;
  let entrance: Entrance | undefined;
  try {
    const variables = accounts?.variables ?? process.env;
    entrance = new Entrance({ callers, tls, variables, log, now, shared: shared ? store : undefined });
    return { entrance, connectors: await openConnectors(options, host) };
  } catch (error) {
    // An open connection would keep the process alive although the service cannot start.
    entrance?.close();
    host.stop();
    await opened.close();
    throw error;
  }
}

async function readiness(host: Host, faults: () => readonly string[]): Promise<Readiness> {
  if (!host.listening) return { ready: false, reason: "starting" };
  if (host.draining) return { ready: false, reason: "draining" };
  if (host.late) return { ready: false, reason: "event loop is late" };
  if (host.memory.share > 1) return { ready: false, reason: "memory is short" };
  const fault = await host.options.accounts.storeFault();
  const reasons = [...(fault === undefined ? [] : [fault.text]), ...faults()];
  return { ready: fault?.fatal !== true, reason: reasons.length === 0 ? undefined : reasons.join(" ") };
}

/**
 * Adds the methods that Node's parser knows and Fastify does not route by default, such as PROPFIND, so that a path that
 * exists refuses them with 405 and not with 404. Only methods of endpoints have a body to read.
 */
function addMethods(fastify: FastifyInstance): void {
  for (const method of METHODS)
    if (!["CONNECT", "POST", "DELETE"].includes(method))
      fastify.addHttpMethod(method, { overrideExisting: true });
}

/** Refuses requests with an `Expect` header that is not `100-continue`, also next to one that is. */
function watchExpectations({ server }: FastifyInstance, host: Host): void {
  server.on("checkExpectation", (request, response) => answerExpectation(request, response, host));
  // Node emits this event if the header contains the word.
  server.on("checkContinue", (request, response) => {
    const expectations = request.headers.expect?.split(",") ?? [];
    if (!expectations.every((text) => text.trim().toLowerCase() === "100-continue"))
      return answerExpectation(request, response, host);
    response.writeContinue();
    server.emit("request", request, response);
  });
}

/**
 * Refuses requests that Node's parser accepts although a proxy may interpret them differently: those of a version that
 * is neither HTTP/1.0 nor HTTP/1.1, with more than one `Host` header, or of HTTP/1.1 without a `Host` header. Also
 * refuses those with too many headers.
 *
 * @param fastify - Instance of the service
 * @see https://www.rfc-editor.org/rfc/rfc9112#section-3.2
 */
function refuseAmbiguous(fastify: FastifyInstance): void {
  keepHeaderLines(fastify.server);
  fastify.addHook("onRequest", (request, _reply, done) => {
    const { httpVersion, rawHeaders, headers } = request.raw;
    const tooLarge = headersTooLarge(request.raw);
    if (tooLarge !== undefined) done(tooLarge);
    else if (httpVersion !== "1.1" && httpVersion !== "1.0")
      done(malformedRequest(`Could not read the request: expected HTTP/1.1, got HTTP/${httpVersion}.`));
    else if (hasTwoHosts(rawHeaders))
      done(malformedRequest('Could not read the request: expected one "Host" header, got several.'));
    else if (httpVersion === "1.1" && headers.host === undefined)
      done(malformedRequest('Could not read the request: expected a "Host" header, got none.'));
    else done();
  });
}

function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index];
    if (name?.length === 4 && name.toLowerCase() === "host") hosts += 1;
  }
  return hosts > 1;
}

/** The library is loaded only for a service that has an admin port. */
async function createMetrics(): Promise<PrometheusMetrics> {
  const { PrometheusMetrics } = await import("../observe/metrics/prometheus-metrics.js");
  return new PrometheusMetrics();
}
