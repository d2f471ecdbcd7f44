import { ConnectorError } from "@wellhead/sdk";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { emptyAnswer, jsonAnswer, type ValueAnswer, withCommonHeaders } from "../answer/answer.js";
import type { Host } from "../host/host.js";
import type { ConnectorFacts } from "../isolate/worker-messages.js";
import { requestIds } from "../request/wire-request.js";
import { answerFastifyError } from "./answer-server-error.js";
import type { ConnectorRegistry } from "./connector-registry.js";
import { mountRoutes } from "./connector-routes.js";
import { destinationOf, unknownConnector } from "./destination.js";

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
