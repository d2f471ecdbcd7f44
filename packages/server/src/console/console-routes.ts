import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import {
  isCrossSite,
  isForwarded,
  isLoopbackHost,
  isLoopbackPeer,
  isOwnPage,
  relayHeader,
} from "../callers/request-site.js";
import { needsLink, StartProof } from "../callers/start-proof.js";
import { readPageBodies } from "../fastify/read-body.js";
import { ConsoleAccess } from "./console-access.js";
import type { ConsoleData, ConsoleReach } from "./console-data.js";
import { consoleFiles, pageHeaders } from "./console-files.js";
import { webAddress } from "./outgoing.js";
import { Relay } from "./relay.js";

/** Largest body the page may send through the relay. */
const maxRelayedBytes = 4_000_000;
/** Largest body with the key of a link, or the address of a connector. */
const maxSmallBytes = 10_000;

/**
 * Fastify plugin that serves the console under `/console/`: its page, its session, and the relay through which it
 * reaches connectors at other addresses. It accepts requests only from this machine, and only under one of the
 * machine's own names. Because a proxy on this machine can pass requests of anybody on, a page reaches only the
 * connectors of this service until it was opened with the link of the proof.
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
  const proof = options.proof ?? new StartProof();
  const access = new ConsoleAccess({ ...options, connectors: [...options.connectors] }, proof);
  fastify.addHook("onClose", () => access.close());
  readPageBodies(fastify);
  // Before the body is read.
  fastify.addHook("onRequest", refuseStrangers);
  addSession(fastify, { options, proof, access });
  const proven = { onRequest: refuseUnproven(proof) };
  const { events } = options;
  if (events !== undefined)
    fastify.post("/events", { ...proven, bodyLimit: maxSmallBytes }, (_request, reply) =>
      sendEvents(reply, events),
    );
  const relay = new Relay(access.outgoing);
  fastify.post("/relay", { ...proven, bodyLimit: maxRelayedBytes }, (request, reply) =>
    relay.answer(request, reply),
  );
  if (options.data !== undefined) {
    const asked = { onRequest: refuseOthers(access), bodyLimit: maxRelayedBytes };
    fastify.post("/data/*", asked, (request, reply) => access.answerData(request, reply));
    // A download comes from a link, which cannot carry the token. Its address is the secret.
    fastify.get("/data/exports/*", (request, reply) => access.answerData(request, reply));
  }
  for (const [path, file] of files) {
    fastify.get(path, async ({ headers }, reply) => {
      void reply.headers({ ...pageHeaders, ...file.headers, vary: "accept-encoding" });
      const accepts = acceptedCodings(headers["accept-encoding"]);
      const [coding, read] = [...file.encoded].find(([name]) => accepts(name)) ?? ["", file.read];
      if (coding !== "") void reply.header("content-encoding", coding);
      return reply.send(await read());
    });
  }
}

/** Returns a function that reports whether a browser reads responses that are compressed with a coding. */
function acceptedCodings(accepted: string | readonly string[] = ""): (coding: string) => boolean {
  const names = String(accepted)
    .split(",")
    .filter((part) => !/;\s*q\s*=\s*0(?:\.0*)?\s*$/i.test(part))
    .map((part) => part.replace(/;.*/s, "").trim().toLowerCase());
  return (coding) => names.includes(coding);
}

interface SessionRoutes {
  readonly options: ConsoleOptions;
  readonly proof: StartProof;
  readonly access: ConsoleAccess;
}

function addSession(fastify: FastifyInstance, { options, proof, access }: SessionRoutes): void {
  const small = { bodyLimit: maxSmallBytes };
  const { connectors, conformance = {}, events } = options;
  const provenSession = { connectors, conformance, isProven: true, hasEvents: events !== undefined };
  const visitorSession = {
    connectors: connectors.filter((base) => !URL.canParse(base)),
    conformance: {},
    isProven: false,
    hasEvents: false,
    token: access.visitorToken,
    problem: needsLink,
  };
  fastify.get("/session", { onRequest: refuseOtherPages }, (request, reply) =>
    reply.headers(pageHeaders).send(proof.isProven(request.raw) ? provenSession : visitorSession),
  );
  fastify.post("/session", { ...small, onRequest: refuseOtherPages }, (request, reply) => {
    const browser = proof.exchange(String(membersOf(request.body).get("key")), request.raw);
    if (browser === undefined)
      return refuse(
        reply,
        403,
        "Could not open the console: the link has been used. Open the latest link that the terminal printed.",
      );
    return reply
      .headers({ ...pageHeaders, "set-cookie": browser.cookie })
      .send({ ...provenSession, token: browser.token });
  });
  fastify.post("/connectors", { ...small, onRequest: refuseUnproven(proof) }, (request, reply) => {
    const members = membersOf(request.body);
    const url = webAddress(String(members.get("base")));
    if (url === undefined)
      return refuse(reply, 400, "Could not open the connector: expected an http or https address.");
    access.opened.open(url, members.get("isLocal") === true);
    return reply.headers(pageHeaders).send({});
  });
}

function membersOf(body: unknown): ReadonlyMap<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.isBuffer(body) ? body.toString() : "");
    return new Map(Object.entries(value ?? {}));
  } catch {
    return new Map();
  }
}

/** Milliseconds between comments that keep the connection of an open page. */
const heartbeatMs = 15_000;

/** Sends events, one per line, until the page is closed. An empty line keeps the connection. */
function sendEvents(reply: FastifyReply, events: NonNullable<ConsoleOptions["events"]>): void {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, { ...pageHeaders, "content-type": "application/x-ndjson" });
  raw.write("\n");
  const stop = events((event, data) => raw.write(`${JSON.stringify({ event, data })}\n`));
  const heartbeat = setInterval(() => raw.write("\n"), heartbeatMs);
  raw.once("close", () => {
    clearInterval(heartbeat);
    stop();
  });
}

function refuse(reply: FastifyReply, status: number, error: string): FastifyReply {
  return reply.code(status).headers(pageHeaders).send({ error });
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
  await refuse(
    reply,
    403,
    "The console can be reached only from this machine, at 127.0.0.1, ::1 or localhost, and not through a proxy.",
  );
}

async function refuseOtherPages(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  if (request.headers[relayHeader] !== undefined)
    await refuse(
      reply.header(relayHeader, "refused"),
      403,
      "Could not answer the request: a relay must not call itself.",
    );
  else if (!isOwnPage(request.raw))
    await refuse(reply, 403, "Could not answer the request: it comes from a page of another origin.");
}

function refuseUnproven(proof: StartProof): typeof refuseOtherPages {
  return async (request, reply) => {
    await refuseOtherPages(request, reply);
    if (!reply.sent && !proof.isProven(request.raw))
      await refuse(
        reply,
        403,
        `Could not answer the request: the page was not opened with the link of this start. ${needsLink}`,
      );
  };
}

function refuseOthers(access: ConsoleAccess): typeof refuseOtherPages {
  return async (request, reply) => {
    await refuseOtherPages(request, reply);
    if (!reply.sent && access.levelOf(request) === undefined)
      await refuse(
        reply,
        403,
        "Could not answer the request: it comes from a page of an earlier start. Reload the page.",
      );
  };
}

/** Options of {@link consoleRoutes}. */
export interface ConsoleOptions {
  /** Folder of the built page. */
  readonly folder: string;
  /** Base addresses of the connectors the page lists: paths of this service, or URLs of other services. */
  readonly connectors: readonly string[];
  /** Credentials of the caller, sent only to the listed addresses outside this service. Default: none. */
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * Proves that a page was opened with the link that the terminal printed. Without it, pages reach only the connectors of
   * this service. Default: one whose link nobody has.
   */
  readonly proof?: StartProof;
  /** Results of conformance runs, by base address. Default: none. */
  readonly conformance?: Readonly<Record<string, ConformanceCount>>;
  /**
   * Creates what answers the page's requests for rows, charts and exports, with the first of them; one for proven pages,
   * and one for the others, which reaches only the connectors of this service. Without it, the page shows connectors but
   * no rows.
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
