import type { FastifyRequest } from "fastify";
import type { WireRequest } from "../request/wire-request.js";
import { pathOf } from "./destination.js";

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
