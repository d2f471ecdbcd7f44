import type { Span } from "@wellhead/runtime";
import type { FastifyRequest } from "fastify";
import type { Host } from "../host/host.js";
import { pathOf } from "./destination.js";

/** A request that has been admitted. */
export interface AdmittedRequest {
  readonly request: FastifyRequest;
  /** Id of the connector. */
  readonly connector: string;
  /** When it arrived, in terms of `performance.now()`. */
  readonly start: number;
}

/**
 * Starts the span of a request.
 *
 * @param host - The service
 * @param admitted - The request
 * @returns The span; `undefined` when requests are not traced, or the service sent this one to itself
 */
export function beginSpan(host: Host, { request, connector, start }: AdmittedRequest): Span | undefined {
  const { telemetry } = host.options;
  if (telemetry === undefined || host.isOwn(request.raw)) return undefined;
  const { method, headers } = request;
  const path = host.faces.find(method, pathOf(request))?.path;
  return telemetry.begin({ method, headers, connector, path, start });
}
