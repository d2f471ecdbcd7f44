import type { Server } from "node:http";
import type { FastifyHttpOptions } from "fastify";
import type { Limits } from "../limits/limits.js";
import { answerClientError } from "./answer-client-error.js";

/**
 * Gives the options of the Fastify instance of a service: strict parsing, and time limits that Fastify leaves off.
 *
 * @param limits - Limits of the service
 * @returns The options
 */
export function fastifyOptions(limits: Limits): FastifyHttpOptions<Server> {
  return {
    logger: false,
    bodyLimit: limits.maxBodyBytes,
    requestTimeout: limits.requestTimeout,
    keepAliveTimeout: limits.keepAliveTimeout,
    connectionTimeout: 0,
    forceCloseConnections: "idle",
    return503OnClosing: false,
    clientErrorHandler: answerClientError,
    http: {
      headersTimeout: limits.headersTimeout,
      requestTimeout: limits.requestTimeout,
      keepAliveTimeout: limits.keepAliveTimeout,
      maxHeaderSize: limits.maxHeaderBytes,
      connectionsCheckingInterval: 1000,
      insecureHTTPParser: false,
    },
  };
}
