import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import type { McpEndpoint } from "@wellhead/mcp";
import {
  type ConsoleApp,
  type ConsoleOptions,
  type CreateConsoleOptions,
  createConsole,
  isForThisMachine,
} from "@wellhead/server";
import type { DevBoard } from "./dev-state.js";
import { type ProxiedAnswer, type ProxiedRequest, proxyRevision, readRowsRequest } from "./proxy-revision.js";
import type { Serving } from "./revision.js";
import type { RowsRequest } from "./sample-rows.js";

/** Path of the tools of authors. */
export const toolsPath = "/mcp";

/** Options of {@link startDevServer}. */
export interface DevServerOptions extends Pick<ConsoleOptions, "folder" | "data" | "proof"> {
  readonly port: number;
  readonly board: DevBoard;
  /** Returns the revision that answers requests; `undefined` until one has been loaded. */
  readonly serving: () => Serving | undefined;
  /** Called for each request for rows. */
  readonly onRows: (request: RowsRequest) => void;
  /** The tools of authors, which only proven requests reach. Default: there are none. */
  readonly tools?: McpEndpoint;
}

/** A server that is listening. */
export interface DevServer {
  /** Address of the console. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/**
 * Starts the server of `wellhead dev`: the console, and the connectors of the revision that is served, at the paths where
 * `wellhead serve` would serve them. It
 * stays the same while revisions are replaced, so that pages keep their connection and their state.
 *
 * @param options - Page, port and revisions
 * @returns The server
 */
export async function startDevServer(options: DevServerOptions): Promise<DevServer> {
  const { board, port, folder, data, proof } = options;
  // The page requests the list again after each event, so the paths are those of the current revision.
  const connectors: string[] = [];
  const unfollow = board.follow((event) => {
    if (event === "state") connectors.splice(0, connectors.length, ...board.state.connectors);
  });
  /** Passes a request on to the revision that is served. */
  const pass: NonNullable<CreateConsoleOptions["answerRoot"]> = async (
    { method, url, headers, body },
    reply,
  ) => {
    const disconnected = new AbortController();
    reply.raw.once("close", () => disconnected.abort());
    const sent = { method, url, headers, body: Buffer.isBuffer(body) ? body : undefined };
    const received = await answer(sent, options, disconnected.signal);
    const rows = readRowsRequest(sent, options.serving());
    // Nothing of a request that was refused is repeated by the next save.
    if (rows !== undefined && received.status < 300) options.onRows(rows);
    reply.hijack();
    writeAnswer(received, reply.raw);
  };
  const app = await createConsole({
    answerRoot: pass,
    folder,
    ...(data && { data }),
    ...(proof && { proof }),
    connectors,
    events: (send) => board.follow(send),
    inProduction: true,
  });
  const { fastify } = app;
  // Before the body is read.
  fastify.addHook("onRequest", async ({ raw }, reply) => {
    if (isForThisMachine(raw)) return;
    const error = "The service can be reached only from this machine, and not by pages of other sites.";
    await reply.code(403).send({ error, message: error });
  });
  fastify.all("/*", pass);
  if (options.tools !== undefined) await mountTools(fastify, options.tools, proof);
  const { url } = await app.listen({ port });
  return {
    url,
    close: async () => {
      unfollow();
      await app.close();
    },
  };
}

/** Adds the tools of authors, whose requests must have the proof that the console asks for, too. */
async function mountTools(
  fastify: ConsoleApp["fastify"],
  { answer: call }: McpEndpoint,
  proof: DevServerOptions["proof"],
): Promise<void> {
  await fastify.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // The endpoint reads the body itself.
    scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
    scope.all(toolsPath, async ({ raw }, reply) => {
      if (proof?.isProven(raw) !== true) {
        const error = "Expected the bearer token that the terminal printed where wellhead dev was started.";
        return reply.code(401).header("www-authenticate", "Bearer").send({ error, message: error });
      }
      reply.hijack();
      call(raw, reply.raw);
      return reply;
    });
  });
}

/** Answers a request with the revision that is served. */
async function answer(
  request: ProxiedRequest,
  { serving, board }: DevServerOptions,
  signal: AbortSignal,
): Promise<ProxiedAnswer> {
  const revision = serving();
  if (revision === undefined)
    return refusal(503, `No revision has been loaded yet. ${board.state.fault?.message ?? "It is loading."}`);
  const paths = ["/console/", ...board.state.connectors].join(", ");
  return (
    (await proxyRevision(revision, request, signal)) ??
    refusal(404, `Nothing is served at ${request.url}. Paths: ${paths}`)
  );
}

function refusal(status: number, error: string): ProxiedAnswer {
  const body = Readable.from([Buffer.from(JSON.stringify({ error, message: error }))]);
  return { status, headers: { "content-type": "application/json" }, body };
}

function writeAnswer({ status, headers, body }: ProxiedAnswer, raw: ServerResponse): void {
  raw.writeHead(status, headers);
  // A stream that the connector cuts must not look whole.
  body.on("error", () => raw.destroy());
  body.on("aborted", () => raw.destroy());
  body.pipe(raw);
}
