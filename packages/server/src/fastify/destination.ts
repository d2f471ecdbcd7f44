import { ConnectorError } from "@wellhead/sdk";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { WireRequest } from "../wire/wire-request.js";

/** What a request to a route of connectors is for. */
export interface Destination {
  /** Id of the connector; `undefined` for the index of several connectors. */
  readonly connector: string | undefined;
  /** Path below the base address of the connector, decoded, beginning with a slash. */
  readonly path: string;
}

/** Property that holds the destination. As a symbol, it cannot collide with a name of an application. */
const destination = Symbol("wellhead destination");

declare module "fastify" {
  interface FastifyRequest {
    [destination]?: Destination | undefined;
  }
  interface FastifyContextConfig {
    /** Whether the route belongs to connectors. */
    readonly isConnector?: boolean;
  }
}

/**
 * Finds the destination of each request as soon as it arrives. A connector that is replaced while the request is read
 * does not change it.
 *
 * @param fastify - Instance on which no other hooks have been added yet
 * @param find - Returns what a request to a route of connectors is for; `undefined` when it is for nothing
 */
export function findDestinations(
  fastify: FastifyInstance,
  find: (request: FastifyRequest) => Destination | undefined,
): void {
  fastify.decorateRequest(destination, undefined);
  fastify.addHook("onRequest", (request, _reply, done) => {
    if (request.routeOptions.config.isConnector === true) request[destination] = find(request);
    done();
  });
}

/**
 * @param request - The request
 * @returns What it is for; `undefined` when it is for no connector and no index
 */
export function destinationOf(request: FastifyRequest): Destination | undefined {
  return request[destination];
}

/**
 * @param request - A request to a connector
 * @returns Path below the base address of the connector, decoded, beginning with a slash
 */
export function pathOf(request: FastifyRequest): string {
  return request[destination]?.path ?? "/";
}

/**
 * @param request - The request
 * @returns Whether it asks for the description of a connector, its logo or the index. Depends on the route that the
 *   router found, so that no spelling of another path counts as one
 */
export function isDescription(request: FastifyRequest): boolean {
  const { method } = request;
  if (method !== "GET" && method !== "HEAD") return false;
  return ["/", "/logo", "/logo/"].includes(request[destination]?.path ?? "");
}

/**
 * @param request - A request to a path of no connector
 * @returns The error that it is answered with
 */
export function unknownConnector({ url }: FastifyRequest): ConnectorError {
  const [path = ""] = url.split("?", 1);
  return new ConnectorError(
    "unknown_connector",
    `Could not find a connector at "${path.slice(0, 80)}". See "/" for the paths of the connectors.`,
  );
}

/**
 * @param request - A request to a connector
 * @returns Everything that its response depends on, in terms of the contract
 */
export function toWireRequest(request: FastifyRequest): WireRequest {
  const { url = "/" } = request.raw;
  const mark = url.indexOf("?");
  const { body } = request;
  return {
    method: request.method,
    path: pathOf(request),
    query: mark === -1 ? "" : url.slice(mark + 1),
    headers: request.headers,
    body: body instanceof Uint8Array ? body : undefined,
  };
}
