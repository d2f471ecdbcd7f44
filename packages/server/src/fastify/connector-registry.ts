import { ConnectorError } from "@wellhead/sdk";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { atMost } from "../deadline/at-most.js";
import type { Host } from "../host/host.js";
import type { ConnectorFacts } from "../isolate/worker-messages.js";
import { emptyAnswer, jsonAnswer, type ValueAnswer, withCommonHeaders } from "../request/answer.js";
import { describeCause } from "../wire/thrown.js";
import { requestIds } from "../wire/wire-request.js";
import { answerFastifyError } from "./answer-server-error.js";
import { mountRoutes } from "./connector-routes.js";
import { type Destination, destinationOf, unknownConnector } from "./destination.js";
import type { OpenConnector } from "./open-connectors.js";

/** Maximum time that a connector may take to close, in milliseconds. */
const closeLimit = 5000;

/** Parameters of the routes of a service. */
interface PathParameters {
  /** First segment of the path. */
  readonly connector?: string;
  /** The path after it. */
  readonly "*"?: string;
}

/**
 * The connectors of a service, which can be replaced while it runs. A request that has begun keeps its connector, which
 * is closed once the last of its requests has ended.
 */
export class ConnectorRegistry {
  readonly #host: Host;
  #served: ReadonlyMap<string, OpenConnector> = new Map();
  /** The served connectors, and the replaced ones that still have requests. */
  readonly #open = new Set<OpenConnector>();
  /** The replaced connectors that are being closed. */
  readonly #closing = new Set<Promise<void>>();

  /**
   * @param host - The service
   * @param connectors - Its first connectors
   */
  constructor(host: Host, connectors: readonly OpenConnector[]) {
    this.#host = host;
    this.#serve(connectors);
  }

  /** Facts about the served connectors, in order. */
  get facts(): readonly ConnectorFacts[] {
    return [...this.#served.values()].map(({ facts: { id, name, version, description } }) => ({
      id,
      name,
      version,
      description,
    }));
  }

  /** What does not work of each connector in this process, in sentences. */
  get faults(): readonly string[] {
    // Isolated connectors are in other processes, whose log has the same sentences.
    return [...this.#served.values()].flatMap(({ faults }) => faults());
  }

  /**
   * Finds what a path belongs to. The only connector of a service is served at `/` and at `/<id>` (unless its id is the
   * name of an endpoint), several at `/<id>` with an index at `/`.
   *
   * @param request - A request to a route of the service
   * @returns The connector or the index; `undefined` when there is none at the path
   */
  find({ params }: FastifyRequest): Destination | undefined {
    // The parameters in the paths of the routes.
    const { connector: first, "*": rest } = params as PathParameters;
    const [only = ""] = this.#served.keys();
    const isAlone = this.#served.size === 1;
    if (first !== undefined && this.#served.has(first) && !(isAlone && this.#host.faces.hasSegment(first)))
      return { connector: first, path: `/${rest ?? ""}` };
    const path = `/${[first, rest].filter((part) => part !== undefined).join("/")}`;
    if (isAlone) return { connector: only, path };
    return first === undefined ? { connector: undefined, path } : undefined;
  }

  /**
   * Answers a request with the current connector of an id.
   *
   * @param id - Id of the connector
   * @param request - The request
   * @param reply - Its reply
   * @returns When the connector has answered, unless it answers synchronously
   * @throws ConnectorError `unknown_connector` when the connector has been removed since the request arrived
   */
  answer(id: string, request: FastifyRequest, reply: FastifyReply): Promise<void> | void {
    const connector = this.#served.get(id);
    if (connector === undefined) throw unknownConnector(request);
    connector.uses.enter();
    reply.raw.once("close", connector.uses.leave);
    return connector.handler(request, reply);
  }

  /**
   * Replaces all connectors. Requests that begin from now on are answered by the new ones.
   *
   * @param connectors - The new connectors; one that is served already, with the same resource, stays open
   */
  replace(connectors: readonly OpenConnector[]): void {
    const replaced = [...this.#served.values()];
    this.#serve(connectors);
    // They hold connections of the replaced connectors. The next page of each is read from its position.
    this.#host.options.readings.stop();
    for (const connector of replaced) void this.#closeOnceUnused(connector);
  }

  /**
   * Closes all connectors, also those whose requests have not ended.
   *
   * @returns A promise that resolves once they are closed, or have had their time
   */
  async close(): Promise<void> {
    const open = [...this.#open];
    this.#open.clear();
    const resources = new Map(open.map((connector) => [connector.resource, connector]));
    await Promise.all([
      ...this.#closing,
      ...[...resources.values()].map((connector) => this.#close(connector)),
    ]);
  }

  #serve(connectors: readonly OpenConnector[]): void {
    this.#served = new Map(connectors.map((connector) => [connector.facts.id, connector]));
    for (const connector of connectors) this.#open.add(connector);
    const { connectors: ids, maximums } = this.#host;
    maximums.setConnectors(new Map(connectors.map(({ facts, limits }) => [facts.id, limits])));
    ids.clear();
    for (const id of this.#served.keys()) ids.add(id);
  }

  async #closeOnceUnused(connector: OpenConnector): Promise<void> {
    await connector.uses.unused();
    // The service has closed it.
    if (!this.#open.delete(connector)) return;
    const isKept = [...this.#open].some(({ resource }) => resource === connector.resource);
    if (isKept) return;
    const closing = this.#close(connector);
    this.#closing.add(closing);
    await closing;
    this.#closing.delete(closing);
  }

  async #close({ facts: { id: connector }, close }: OpenConnector): Promise<void> {
    const { log } = this.#host.options;
    try {
      const closed = await atMost(close(), closeLimit);
      if (!closed) log.error({ connector }, `Could not close the connector within ${closeLimit} ms.`);
    } catch (error) {
      log.error(
        { connector, cause: describeCause(error) },
        "Could not close the connector: it threw an error.",
      );
    }
  }
}

/**
 * Mounts the connectors of a service, the index of several at `/`, and the response to unknown paths. Fastify adds no
 * route once it listens, so the routes are the same for all connectors, also those that are added later.
 *
 * @param fastify - Instance of the service
 * @param host - The service
 * @param registry - Its connectors
 */
export async function mountRoot(
  fastify: FastifyInstance,
  host: Host,
  registry: ConnectorRegistry,
): Promise<void> {
  fastify.setErrorHandler((error: FastifyError, request, reply) =>
    answerFastifyError({ error, request, reply, host }),
  );
  fastify.setNotFoundHandler((request, reply) =>
    answerFastifyError({ error: unknownConnector(request), request, reply, host }),
  );
  await fastify.register(async (scope) =>
    mountRoutes(scope, host, {
      paths: ["/", "/:connector", "/:connector/*"],
      handler: (request, reply) => {
        const connector = destinationOf(request)?.connector;
        if (connector !== undefined) return registry.answer(connector, request, reply);
        answerIndex(request, reply, { host, connectors: registry.facts });
      },
    }),
  );
}

function answerIndex(
  request: FastifyRequest,
  reply: FastifyReply,
  { host, connectors }: { readonly host: Host; readonly connectors: readonly ConnectorFacts[] },
): void {
  const { method } = request;
  const allow = "GET, HEAD, OPTIONS";
  if (method === "GET" || method === "HEAD") send(request, reply, jsonAnswer(connectorIndex(connectors)));
  else if (method === "OPTIONS") send(request, reply, emptyAnswer(204, { allow }));
  else {
    reply.header("allow", allow);
    answerFastifyError({ error: wrongMethod(request), request, reply, host });
  }
}

function send(request: FastifyRequest, reply: FastifyReply, answer: ValueAnswer): void {
  const { status, headers, body } = withCommonHeaders(answer, requestIds(request).headers);
  reply.code(status).headers(headers).send(body);
}

function wrongMethod({ method }: FastifyRequest): ConnectorError {
  return new ConnectorError(
    "method_not_allowed",
    `Could not call "/": expected a method that "Allow" lists, got ${method}.`,
  );
}

/** One connector of a service, as the index lists it. */
interface ConnectorEntry {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly description: string;
  /** Path of its base address. */
  readonly path: string;
}

/**
 * Lists the connectors of a service, for the index at `/`.
 *
 * @param connectors - The connectors
 * @returns One entry each, in order
 */
function connectorIndex(connectors: readonly ConnectorFacts[]): {
  readonly connectors: readonly ConnectorEntry[];
} {
  return {
    connectors: connectors.map(({ id, name, version, description }) => ({
      id,
      name,
      version,
      description,
      path: `/${id}/`,
    })),
  };
}
