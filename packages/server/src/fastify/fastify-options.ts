import type { Server } from "node:http";
import type { SecureContextOptions } from "node:tls";
import type { FastifyHttpOptions } from "fastify";
import type { Connections } from "../host/connections.js";
import type { Host } from "../host/host.js";
import type { Limits } from "../limits/limits.js";
import { answerClientError } from "./answer-server-error.js";

/** The parts of a listener. */
export interface ListenerOptions {
  readonly host: Host;
  readonly connections: Connections;
  /** Certificates of the listener; `undefined` for plain HTTP. */
  readonly certificates: SecureContextOptions | undefined;
}

/**
 * Returns the options of the Fastify instance of a service: strict parsing, and timeouts that Fastify turns off by
 * default.
 *
 * @param limits - Limits of the service
 * @param options - The service, its open connections, and the certificates of the listener
 * @returns The options
 */
export function fastifyOptions(
  limits: Limits,
  { host, connections, certificates }: ListenerOptions,
): FastifyHttpOptions<Server> {
  const http = {
    headersTimeout: limits.headersTimeout,
    requestTimeout: limits.requestTimeout,
    keepAliveTimeout: limits.keepAliveTimeout,
    maxHeaderSize: limits.maxHeaderBytes,
    connectionsCheckingInterval: 1000,
    insecureHTTPParser: false,
    // refuseAmbiguous refuses a request without this header, in the error shape of the contract.
    requireHostHeader: false,
  };
  // The handshake accepts every client certificate, so that the response can say what is wrong with it.
  const asks = certificates?.ca !== undefined && { requestCert: true, rejectUnauthorized: false };
  const https = certificates && {
    ...http,
    ...certificates,
    ...asks,
    handshakeTimeout: limits.headersTimeout,
  };
  return {
    logger: false,
    bodyLimit: limits.maxBodyBytes,
    requestTimeout: limits.requestTimeout,
    keepAliveTimeout: limits.keepAliveTimeout,
    connectionTimeout: 0,
    forceCloseConnections: "idle",
    return503OnClosing: false,
    // The first segment of a path is a parameter, of any length that a header may have.
    routerOptions: { maxParamLength: limits.maxHeaderBytes },
    clientErrorHandler: (error, socket) => answerClientError({ socket, host, connections }, error),
    // Fastify has a separate type for HTTPS servers, but this package uses only what both kinds have in common.
    ...(https ? ({ https } as object) : { http }),
  };
}
