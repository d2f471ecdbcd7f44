import type { Server } from "node:http";
import { createRequire } from "node:module";
import type { SecureContextOptions } from "node:tls";
import type { BuildCompilerFromPool as BuildValidator } from "@fastify/ajv-compiler";
import type { SerializerFactory as BuildSerializer } from "@fastify/fast-json-stringify-compiler";
import type { FastifyHttpOptions, FastifyServerOptions } from "fastify";
import type { Connections } from "../host/connections.js";
import type { Host } from "../host/host.js";
import type { Limits } from "../settings/limits.js";
import { answerClientError } from "./answer-server-error.js";

const require = createRequire(import.meta.url);

/**
 * The compilers of Fastify for the schemas of routes. Fastify would load them at the start, which takes a quarter of its
 * time, but the routes of this package have no schemas. They are loaded for the first route that has one.
 */
const schemaCompilers: NonNullable<FastifyServerOptions["schemaController"]> = {
  compilersFactory: {
    buildValidator: (...given: Parameters<BuildValidator>) => {
      // True of this CommonJS package, whose main file exports a function.
      const makePool = require("@fastify/ajv-compiler") as () => BuildValidator;
      return makePool()(...given);
    },
    buildSerializer: (...given: Parameters<BuildSerializer>) => {
      // True of this CommonJS package, whose main file exports a function.
      const makePool = require("@fastify/fast-json-stringify-compiler") as () => BuildSerializer;
      return makePool()(...given);
    },
  },
};

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
    schemaController: schemaCompilers,
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

/** The versions a service runs on. */
export interface Versions {
  readonly node: string;
  readonly fastify: string;
}

/** Oldest versions that are known to handle hostile requests correctly. */
const floors: Versions = { node: "20.19.0", fastify: "5.12.0" };

/**
 * Checks that Node and Fastify are not older than the oldest supported versions.
 *
 * @param versions - The versions in use
 * @throws TypeError naming what is too old
 */
export function assertVersions(versions: Versions): void {
  for (const name of ["node", "fastify"] as const) {
    if (isOlder(versions[name], floors[name])) {
      throw new TypeError(
        `Could not start the service: expected ${name} ${floors[name]} or later, got ${versions[name]}.`,
      );
    }
  }
}

function isOlder(version: string, floor: string): boolean {
  const found = numbersOf(version);
  const wanted = numbersOf(floor);
  const place = wanted.findIndex((part, index) => part !== (found[index] ?? 0));
  return place !== -1 && (found[place] ?? 0) < (wanted[place] ?? 0);
}

function numbersOf(version: string): number[] {
  return (/^v?(\d+)\.(\d+)\.(\d+)/.exec(version) ?? []).slice(1).map(Number);
}
