import Fastify, { type FastifyInstance, type RouteHandlerMethod } from "fastify";
import { type ListenOptions, toUrl } from "../fastify/app.js";
import { readPageBodies } from "../fastify/read-body.js";
import { headersTooLarge, keepHeaderLines } from "../wire/header-lines.js";
import { type ConsoleOptions, consoleRoutes } from "./console-routes.js";

/** Options of {@link createConsole}. */
export interface CreateConsoleOptions extends ConsoleOptions {
  /** Answers `GET /` of programs. Browsers get the console. Default: programs get it, too. */
  readonly answerRoot?: RouteHandlerMethod;
}
/** Maximum length of a body that routes which are added read. */
const maxBodyBytes = 4_000_000;
/** Time that a request may take to arrive, as for connectors. Without it, Fastify waits for ever. */
const requestTimeoutMs = 30_000;

/** A console without connectors of its own. */
export interface ConsoleApp {
  /** The server, to which routes can be added before it listens. They get bodies of up to 4 MB as buffers. */
  readonly fastify: FastifyInstance;
  /**
   * Starts to listen.
   *
   * @param options - The address; the console is reachable only from this machine
   * @returns The URL of the page; the link to it comes from the proof
   */
  listen(options: ListenOptions): Promise<{ readonly url: string }>;
  /** Stops the server. */
  close(): Promise<void>;
}

/**
 * Creates a console for connectors that run in other services.
 *
 * @param options - Folder of the page and the connectors it lists
 * @returns The console, not yet listening
 * @throws TypeError when the page has not been built, or `NODE_ENV` is `production` and `inProduction` is not set
 */
export async function createConsole({ answerRoot, ...options }: CreateConsoleOptions): Promise<ConsoleApp> {
  const fastify = Fastify({
    logger: false,
    forceCloseConnections: true,
    bodyLimit: maxBodyBytes,
    requestTimeout: requestTimeoutMs,
  });
  readPageBodies(fastify);
  keepHeaderLines(fastify.server);
  fastify.addHook("onRequest", async ({ raw }, reply) => {
    const tooLarge = headersTooLarge(raw);
    if (tooLarge !== undefined) await reply.code(431).send({ error: tooLarge.message });
  });
  await fastify.register(consoleRoutes, { ...options, prefix: "/console" });
  fastify.get("/", function answer(request, reply) {
    const isBrowser = /\btext\/html\b/.test(request.headers.accept ?? "");
    return answerRoot === undefined || isBrowser
      ? reply.redirect("/console/")
      : answerRoot.call(this, request, reply);
  });
  return {
    fastify,
    listen: async ({ host = "127.0.0.1", port }) => {
      await fastify.listen({ host, port });
      return { url: new URL("console/", toUrl(fastify.server.address())).href };
    },
    close: () => fastify.close(),
  };
}
