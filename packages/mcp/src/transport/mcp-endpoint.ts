import type { IncomingMessage, ServerResponse } from "node:http";
import { type NodeIncomingMessageLike, toNodeHandler } from "@modelcontextprotocol/node";
import { createMcpHandler } from "@modelcontextprotocol/server";
import { openServing, type ServingOptions } from "./open-serving.js";

/** The endpoint of an HTTP server that clients call. Whoever mounts it decides who may. */
export interface McpEndpoint {
  /**
   * Answers a request, whose body has not been read.
   *
   * @param request - The request
   * @param response - Its response
   */
  readonly answer: (request: IncomingMessage, response: ServerResponse) => void;
  /** Ends all requests, and what the tools have started. */
  readonly close: () => Promise<void>;
}

const maxRequestBytes = 2 ** 20;

/**
 * Creates an endpoint of streamable HTTP, in the current version of the protocol and the one before it. Every request is
 * independent.
 *
 * @param options - Connectors, or the folder of an author
 * @returns The endpoint
 */
export function createMcpEndpoint(options: ServingOptions): McpEndpoint {
  const { createServer, onError: onerror, close } = openServing(options);
  const limits = { onerror, maxRequestBodySize: maxRequestBytes };
  const handler = createMcpHandler(createServer, limits);
  const handle = toNodeHandler(handler, limits);
  return {
    // A request of a server has a method and an address; the types of Node share one class with responses.
    answer: (request, response) => void handle(request as NodeIncomingMessageLike, response),
    close: async () => {
      await handler.close();
      await close();
    },
  };
}
