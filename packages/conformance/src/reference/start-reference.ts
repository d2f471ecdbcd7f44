import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { OAuthProvider } from "../oauth/oauth-provider.js";
import { answerRight, MethodRefusal, type World } from "./answer-right.js";
import { type PlainAnswer, type PlainRequest, Refusal, refused } from "./plain.js";
import { applicationOf, type Variant } from "./reference-application.js";
import { ReferenceOAuth } from "./reference-oauth.js";

/** Changes an answer before it is written: this is what makes a server wrong. */
export type Change = (
  answer: PlainAnswer,
  request: PlainRequest,
  memory: Map<string, number>,
) => void | Promise<void>;

/** Which reference connector to start. */
export interface ReferenceOptions {
  /** Default: full. */
  readonly variant?: Variant;
  /** The suite's provider; without it OAuth does not work. */
  readonly provider?: OAuthProvider;
  /** Default: nothing, so the server is right. */
  readonly change?: Change;
  /** Changes requests before they are answered; default: nothing. */
  readonly before?: (request: PlainRequest) => PlainRequest;
  /** Called when a caller leaves before the answer is over. */
  readonly left?: (memory: Map<string, number>) => void;
}

/** A running reference connector. */
export interface Reference {
  readonly url: string;
  /** Method and path of every request, oldest first. */
  readonly requests: readonly string[];
  readonly close: () => Promise<void>;
}

/** Starts the reference connector on loopback, right or changed. */
export async function startReference(options: ReferenceOptions = {}): Promise<Reference> {
  const variant = options.variant ?? "full";
  const oauth = options.provider && new ReferenceOAuth(options.provider);
  const world: World = { variant, application: applicationOf(variant), oauth };
  const memory = new Map<string, number>();
  const requests: string[] = [];
  const server = createServer((incoming, response) => {
    requests.push(`${incoming.method} ${incoming.url}`);
    response.on("close", () => {
      if (!response.writableFinished) options.left?.(memory);
    });
    serve(world, incoming, options.before)
      .then(async ({ request, answer }) => {
        await options.change?.(answer, request, memory);
        await write(response, answer);
      })
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    requests,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => {
        server.close(() => resolve());
      });
    },
  };
}

async function serve(
  world: World,
  incoming: IncomingMessage,
  before: (request: PlainRequest) => PlainRequest = (request) => request,
): Promise<{ request: PlainRequest; answer: PlainAnswer }> {
  const request = before(await readRequest(incoming));
  const id = request.headers["x-correlationid"] ?? request.headers["x-request-id"] ?? randomUUID();
  const answer = await answerRight(world, request).catch((error: unknown) => {
    const refusal = error instanceof Refusal ? error : new Refusal("internal", String(error));
    const written = refused(refusal, id);
    if (error instanceof MethodRefusal) written.headers["allow"] = error.allow;
    return written;
  });
  answer.headers = {
    "cache-control": "no-store",
    "x-correlationid": id,
    "x-request-id": id,
    ...answer.headers,
  };
  return { request, answer };
}

async function readRequest(incoming: IncomingMessage): Promise<PlainRequest> {
  const url = new URL(incoming.url ?? "/", "http://reference");
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(incoming.headers)) headers[name] = String(value);
  const chunks: Buffer[] = [];
  if (Number(headers["content-length"] ?? 0) <= 1_048_576) {
    // A request without encoding set yields buffers only.
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
  }
  const path = url.pathname === "/" ? "/" : url.pathname.replace(/\/$/, "");
  return {
    ...{ method: incoming.method ?? "GET", path, rawPath: url.pathname, query: url.searchParams },
    ...{ headers, body: Buffer.concat(chunks).toString() },
  };
}

async function write(response: ServerResponse, answer: PlainAnswer): Promise<void> {
  if (answer.delay !== undefined) await sleep(answer.delay);
  const bytes = Buffer.from(answer.body);
  const bodiless = answer.status === 204 || answer.status === 304;
  if (!answer.streamed && !bodiless) answer.headers["content-length"] ??= String(bytes.length);
  response.writeHead(answer.status, answer.headers);
  if (!answer.streamed) {
    response.end(bytes);
    return;
  }
  const half = Math.ceil(bytes.length / 2);
  response.write(bytes.subarray(0, half));
  if (answer.cut) {
    response.write(bytes.subarray(half), () => response.destroy());
    return;
  }
  await sleep(answer.delay ?? 0);
  response.end(bytes.subarray(half));
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    if (milliseconds === 0) setImmediate(resolve);
    else setTimeout(resolve, milliseconds);
  });
}
