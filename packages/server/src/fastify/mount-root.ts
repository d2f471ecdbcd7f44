import { ConnectorError } from "@wellhead/sdk";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { emptyAnswer, jsonAnswer, withCommonHeaders } from "../answer/answer.js";
import type { Host } from "../host/host.js";
import type { ConnectorFacts } from "../isolate/worker-messages.js";
import { requestIds } from "../request/request-ids.js";
import { answerFastifyError } from "./answer-fastify-error.js";

/**
 * Mounts the routes outside of all connectors: the index at `/`, unless a connector is served there, and the response
 * to unknown paths.
 *
 * @param fastify - Instance of the service
 * @param host - The service
 * @param connectors - Its connectors
 */
export function mountRoot(fastify: FastifyInstance, host: Host, connectors: readonly ConnectorFacts[]): void {
  fastify.setErrorHandler((error: FastifyError, request, reply) =>
    answerFastifyError({ error, request, reply, host }),
  );
  fastify.setNotFoundHandler((request, reply) =>
    answerFastifyError({ error: unknownConnector(request), request, reply, host }),
  );
  if (connectors.length === 1) return;
  const index = connectorIndex(connectors);
  fastify.route({
    method: fastify.supportedMethods,
    url: "/",
    exposeHeadRoute: false,
    config: { isConnector: true },
    handler: (request, reply) => {
      if (["GET", "HEAD"].includes(request.method)) return send(request, reply, jsonAnswer(index));
      const allow = "GET, HEAD, OPTIONS";
      if (request.method === "OPTIONS") return send(request, reply, emptyAnswer(204, { allow }));
      reply.header("allow", allow);
      return answerFastifyError({ error: wrongMethod(request), request, reply, host });
    },
  });
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: ReturnType<typeof jsonAnswer>,
): FastifyReply {
  const { status, headers, body } = withCommonHeaders(answer, requestIds(request).headers);
  return reply.code(status).headers(headers).send(body);
}

function wrongMethod({ method }: FastifyRequest): ConnectorError {
  return new ConnectorError(
    "method_not_allowed",
    `Could not call "/": expected a method that "Allow" lists, got ${method}.`,
  );
}

function unknownConnector({ url }: FastifyRequest): ConnectorError {
  const [path = ""] = url.split("?", 1);
  return new ConnectorError(
    "unknown_connector",
    `Could not find a connector at "${path.slice(0, 80)}". See "/" for the paths of the connectors.`,
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
  readonly connectors: ConnectorEntry[];
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
