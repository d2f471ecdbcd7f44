import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { Readable } from "node:stream";

/** The bytes of the file. */
export const bytes = randomBytes(300_000);
/** Its media type. */
export const type = 'image/x-odd; v="1"';

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

const described = {
  "content-type": type,
  etag: '"v1"',
  "content-disposition": "attachment; filename*=UTF-8''p%C3%A4ge.bin",
};
const sized = { ...described, "content-length": bytes.length };

/** Ways to serve the same file. All others serve parts of it. */
const answers: Readonly<Record<string, Answer>> = {
  moved: (response, { headers }) =>
    response
      .writeHead(302, { location: `http://${headers.host?.replace("127.0.0.1", "127.0.0.2")}/parts` })
      .end(),
  missing: (response) => response.writeHead(404, { "content-type": "application/json" }).end('{"error":"x"}'),
  busy: (response) => response.writeHead(429, { "retry-after": "7200" }).end(),
  private: (response, { headers }) =>
    headers.authorization === "Bearer s3cret-token"
      ? response.writeHead(200, sized).end(bytes)
      : response.writeHead(401).end(),
  cut: (response) => cutAfter(response.writeHead(200, sized)),
  "cut-chunks": (response) => cutAfter(response.writeHead(200, described)),
  chunks: (response) => {
    response.writeHead(200, described);
    Readable.from([bytes.subarray(0, 1000), bytes.subarray(1000)]).pipe(response);
  },
  whole: (response) => response.writeHead(200, sized).end(bytes),
  other: (response, request) => servePart(response, request, 1),
};

function cutAfter(response: ServerResponse): void {
  response.write(bytes.subarray(0, 200_000), () => response.destroy());
}

function servePart(response: ServerResponse, request: IncomingMessage, shift = 0): void {
  const [range, first = "", last = ""] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? "") ?? [];
  if (range === undefined) {
    response.writeHead(200, sized).end(bytes);
    return;
  }
  const start = first === "" ? bytes.length - Number(last) : Number(first);
  const end = first === "" || last === "" ? bytes.length - 1 : Math.min(Number(last), bytes.length - 1);
  if (start >= bytes.length) {
    response.writeHead(416, { "content-range": `bytes */${bytes.length}` }).end();
    return;
  }
  const part = bytes.subarray(start + shift, end + 1);
  const content = `bytes ${start + shift}-${end}/${bytes.length}`;
  response
    .writeHead(206, { ...described, "content-range": content, "content-length": part.length })
    .end(part);
}

/** @returns A server of the file, listening on a free port, and its port */
export async function startFileServer(): Promise<{ readonly server: Server; readonly port: number }> {
  const server = createServer(serve);
  server.listen(0, "0.0.0.0");
  await once(server, "listening");
  const address = server.address();
  return { server, port: typeof address === "object" && address !== null ? address.port : 0 };
}

function serve(request: IncomingMessage, response: ServerResponse): void {
  const [, way = ""] = (request.url ?? "").split("/");
  (answers[way] ?? ((to, from) => servePart(to, from)))(response, request);
}
