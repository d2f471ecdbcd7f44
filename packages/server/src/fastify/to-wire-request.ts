import type { FastifyRequest } from "fastify";
import type { WireRequest } from "../request/wire-request.js";

/**
 * Extracts from a Fastify request everything that the response depends on.
 *
 * @param request - The request
 * @returns The request in terms of the contract
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

/**
 * @param request - The request
 * @returns Path below the connector's base address, decoded, beginning with a slash
 */
export function pathOf({ params }: FastifyRequest): string {
  const rest = typeof params === "object" && params !== null && "*" in params ? String(params["*"]) : "";
  return `/${rest}`;
}
