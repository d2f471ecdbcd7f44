import { randomBytes } from "node:crypto";
import { Egress } from "@wellhead/runtime";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isCrossSite, isForwarded, isLoopbackHost, isLoopbackPeer } from "../callers/request-site.js";
import { answerData, type ConsoleData, type ConsoleReach } from "./console-data.js";
import { consoleFiles, pageHeaders } from "./console-files.js";
import { guardedFetch, Outgoing } from "./outgoing.js";
import { Relay } from "./relay.js";

/** Largest body the page may send through the relay. */
const maxRelayedBytes = 4_000_000;

/**
 * Fastify plugin that serves the console under `/console/`: its page, its session, and the relay through which it
 * reaches connectors at other addresses. It accepts requests only from this machine, and only under one of the
 * machine's own names. Neither another machine nor a web page that uses DNS rebinding can use it.
 *
 * @param fastify - Instance of the service, before it listens
 * @param options - Folder of the page and the connectors it lists
 * @throws TypeError when `NODE_ENV` is `production` and `inProduction` is not set
 * @example
 * ```ts
 * await app.fastify.register(consoleRoutes, { prefix: "/console", folder, connectors: ["/moons/"] });
 * ```
 */
export async function consoleRoutes(fastify: FastifyInstance, options: ConsoleOptions): Promise<void> {
  if (process.env["NODE_ENV"] === "production" && options.inProduction !== true) {
    throw new TypeError(
      "Could not serve the console: NODE_ENV is production. Set inProduction to serve it anyway.",
    );
  }
  const files = await consoleFiles(options.folder);
  const token = randomBytes(24).toString("base64url");
  const outgoing = makeOutgoing(options);
  const relay = new Relay({ outgoing, token });
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(
    "*",
    { parseAs: "buffer", bodyLimit: maxRelayedBytes },
    (_request, body, done) => {
      done(null, body);
    },
  );
  fastify.addHook("onRequest", refuseStrangers);
  fastify.get("/session", (_request, reply) => {
    const { connectors, conformance = {}, events } = options;
    return reply
      .headers(pageHeaders)
      .send({ connectors, conformance, token, hasEvents: events !== undefined });
  });
  const { events } = options;
  if (events !== undefined) fastify.get("/events", (_request, reply) => sendEvents(reply, events));
  fastify.post("/relay", (request, reply) => relay.answer(request, reply));
  addData(fastify, { relay, outgoing, options });
  for (const [path, file] of files) {
    fastify.get(path, async (_request, reply) =>
      reply.headers({ ...pageHeaders, ...file.headers }).send(await file.read()),
    );
  }
}

/** Milliseconds between comments that keep the connection of an open page. */
const heartbeatMs = 15_000;

/** Sends server-sent events until the page is closed. */
function sendEvents(reply: FastifyReply, events: NonNullable<ConsoleOptions["events"]>): void {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, { ...pageHeaders, "content-type": "text/event-stream" });
  raw.write("retry: 500\n\n");
  const stop = events((event, data) => raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`));
  const heartbeat = setInterval(() => raw.write(":\n\n"), heartbeatMs);
  raw.once("close", () => {
    clearInterval(heartbeat);
    stop();
  });
}

function makeOutgoing({ headers = {}, connectors }: ConsoleOptions): Outgoing {
  // The console exists to reach connectors on this machine. All other private addresses stay blocked.
  const own = ["127.0.0.0/8:*", "[::1/128]:*"];
  const allow = [...own, process.env["WELLHEAD_ALLOW"] ?? ""].filter((rule) => rule !== "").join(",");
  const origins = new Set(connectors.flatMap((base) => (URL.canParse(base) ? [new URL(base).origin] : [])));
  return new Outgoing({ egress: new Egress({ allow }), credentials: { headers, origins } });
}

interface DataRoutes {
  readonly relay: Relay;
  readonly outgoing: Outgoing;
  readonly options: ConsoleOptions;
}

function addData(fastify: FastifyInstance, { relay, outgoing, options }: DataRoutes): void {
  const ownOrigins = new Set<string>();
  const listed = options.connectors.filter((base) => URL.canParse(base)).map((base) => new URL(base).href);
  const { data: create } = options;
  if (create === undefined) return;
  const reach: ConsoleReach = {
    fetch: guardedFetch(outgoing, (url) => ownOrigins.has(url.origin)),
    listed: (url) => {
      const isListed = ownOrigins.has(url.origin) || listed.some((base) => url.href.startsWith(base));
      return isListed ? { headers: outgoing.credentialsFor(url) } : undefined;
    },
  };
  let data: Promise<ConsoleData> | undefined;
  fastify.addHook("onClose", async () => (await data?.catch(() => undefined))?.close());
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    // After a failure, the next request tries again.
    data ??= create(reach).catch((error: unknown) => {
      data = undefined;
      throw error;
    });
    await answerData(await data, { request, reply, hasPageToken: relay.hasPageToken(request), ownOrigins });
  };
  fastify.post("/data/*", answer);
  fastify.get("/data/exports/*", answer);
}

async function refuseStrangers(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const foreignPage = isCrossSite(request.headers) && request.headers["sec-fetch-mode"] !== "navigate";
  if (
    isLoopbackPeer(request.raw.socket.remoteAddress) &&
    isLoopbackHost(request.headers.host) &&
    !isForwarded(request.headers) &&
    !foreignPage
  )
    return;
  await reply.code(403).headers(pageHeaders).send({
    error:
      "The console can be reached only from this machine, at 127.0.0.1, ::1 or localhost, and not through a proxy.",
  });
}

/** Options of {@link consoleRoutes}. */
export interface ConsoleOptions {
  /** Folder of the built page. */
  readonly folder: string;
  /** Base addresses of the connectors the page lists: paths of this service, or URLs of other services. */
  readonly connectors: readonly string[];
  /** Credentials of the caller, sent only to the listed addresses outside this service. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Results of conformance runs, by base address. Default: none. */
  readonly conformance?: Readonly<Record<string, ConformanceCount>>;
  /**
   * Creates what answers the page's requests for rows, charts and exports, with the first of them. Without it, the page
   * shows connectors but no rows.
   */
  readonly data?: (reach: ConsoleReach) => Promise<ConsoleData>;
  /**
   * Tells the page what happens while it is open, such as a new revision of a connector. Called for every open page.
   * Default: nothing happens.
   *
   * @param send - Sends an event with data that can be JSON
   * @returns A function that ends the events, called when the page is closed
   */
  readonly events?: (send: (event: string, data: unknown) => void) => () => void;
  /** Whether the page is served although `NODE_ENV` is `production`. Default: `false`. */
  readonly inProduction?: boolean;
}

/** The result of a conformance run. */
export interface ConformanceCount {
  readonly passed: number;
  readonly failed: number;
  readonly warned: number;
}
