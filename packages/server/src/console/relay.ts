import { timingSafeEqual } from "node:crypto";
import { type ClientRequest, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { type Egress, isConnectorError } from "@wellhead/sdk";
import type { FastifyReply, FastifyRequest } from "fastify";
import { pageHeaders } from "./page-headers.js";
import { readRelayTarget } from "./relay-target.js";

/** Options of {@link Relay}. */
export interface RelayOptions {
  /** Opens the outgoing connections. */
  readonly egress: Egress;
  /** The token that the page must send; a new one is created at every start. */
  readonly token: string;
  /** Headers that authenticate the caller, and the origins they are sent to. */
  readonly credentials: {
    readonly headers: Readonly<Record<string, string>>;
    readonly origins: ReadonlySet<string>;
  };
}

/**
 * Header of every request that a relay sends. Relays and admin ports refuse requests with this header, so that no page
 * can make a relay call itself or read what is meant for operators.
 */
export const relayHeader = "x-wellhead-relay";

/** Request headers that are forwarded; the relay sets all others itself. */
const passedHeaders = ["accept", "content-type", "x-correlationid"] as const;
const idleMilliseconds = 120_000;

/**
 * Forwards requests of the console's page to connectors at other addresses. It wraps the status and headers of the
 * response, so that the browser neither follows a redirect nor applies a header of another server to the console. It
 * streams the body as it arrives. When the connector cuts the connection, the relay cuts its own.
 */
export class Relay {
  readonly #egress: Egress;
  readonly #token: Buffer;
  readonly #credentials: RelayOptions["credentials"];

  /** @param options - Egress, token and credentials */
  constructor({ egress, token, credentials }: RelayOptions) {
    this.#credentials = credentials;
    this.#egress = egress;
    this.#token = Buffer.from(token);
  }

  /**
   * Forwards a request of the page and sends the response.
   *
   * @param request - The request; its headers name the method and the target
   * @param reply - The reply that carries the response
   * @returns A promise that resolves once the head of the response, or an error, has been sent
   */
  async answer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (request.headers[relayHeader] !== undefined)
      return refuse(reply.header(relayHeader, "refused"), 403, "Relay: a relay must not call itself");
    if (!this.#isOurs(request))
      return refuse(reply, 403, "Relay: the token is not that of this start; reload the page");
    const target = readRelayTarget(request.headers);
    if (typeof target === "string") return refuse(reply, 400, target);
    const gone = new AbortController();
    reply.raw.once("close", () => gone.abort());
    try {
      const socket = await this.#connect(target.url, gone.signal);
      const outgoing = open(target.url, {
        method: target.method,
        socket,
        headers: this.#headersOf(request, target.url),
      });
      gone.signal.addEventListener("abort", () => outgoing.destroy());
      const incoming = await send(outgoing, Buffer.isBuffer(request.body) ? request.body : undefined);
      if (incoming.headers[relayHeader] === "refused") {
        incoming.destroy();
        return refuse(reply, 403, "Relay: this address is for operators or is a relay itself");
      }
      passOn(incoming, reply);
    } catch (error) {
      if (gone.signal.aborted) return;
      refuse(reply, 502, sentenceOf(error, target.url));
    }
  }

  #isOurs(request: FastifyRequest): boolean {
    const shown = Buffer.from(String(request.headers["x-console-token"] ?? ""));
    return shown.length === this.#token.length && timingSafeEqual(shown, this.#token);
  }

  #headersOf(request: FastifyRequest, url: URL): Record<string, string> {
    const { headers, origins } = this.#credentials;
    const passed = passedHeaders.flatMap((name) => {
      const value = request.headers[name];
      return typeof value === "string" ? [[name, value] as const] : [];
    });
    return {
      ...(origins.has(url.origin) && headers),
      "accept-encoding": "gzip, br",
      connection: "close",
      [relayHeader]: "1",
      ...Object.fromEntries(passed),
    };
  }

  async #connect(url: URL, signal: AbortSignal): Promise<Socket> {
    const secure = url.protocol === "https:";
    const host = url.hostname.replace(/^\[|\]$/g, "");
    const usual = secure ? 443 : 80;
    const socket = await this.#egress.dial({
      host,
      port: url.port === "" ? usual : Number(url.port),
      signal,
    });
    // SNI carries host names only, so no server name is sent for an IP address.
    return secure
      ? connectTls({ socket, ...(/[a-z]/i.test(host) && !host.includes(":") && { servername: host }) })
      : socket;
  }
}

interface OpenOptions {
  readonly method: string;
  readonly socket: Socket;
  readonly headers: Readonly<Record<string, string>>;
}

function open(url: URL, { method, socket, headers }: OpenOptions): ClientRequest {
  const make = url.protocol === "https:" ? requestHttps : requestHttp;
  const outgoing = make(url, { method, headers, createConnection: () => socket, agent: false });
  outgoing.setTimeout(idleMilliseconds, () => outgoing.destroy(new Error("no answer in two minutes")));
  return outgoing;
}

function send(outgoing: ClientRequest, body: Buffer | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    outgoing.once("response", resolve);
    outgoing.once("error", reject);
    if (body !== undefined && body.length > 0) outgoing.setHeader("content-length", body.length);
    outgoing.end(body);
  });
}

function passOn(incoming: IncomingMessage, reply: FastifyReply): void {
  const headers: [string, string][] = [];
  for (let index = 0; index + 1 < incoming.rawHeaders.length; index += 2) {
    headers.push([incoming.rawHeaders[index]?.toLowerCase() ?? "", incoming.rawHeaders[index + 1] ?? ""]);
  }
  const encoding = incoming.headers["content-encoding"];
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    ...pageHeaders,
    "content-type": "application/octet-stream",
    "x-relay-status": String(incoming.statusCode ?? 0),
    "x-relay-headers": encodeURIComponent(JSON.stringify(headers)),
    ...(encoding !== undefined && { "content-encoding": encoding }),
  });
  incoming.on("error", () => raw.destroy());
  incoming.on("aborted", () => raw.destroy());
  incoming.pipe(raw);
}

function refuse(reply: FastifyReply, status: number, error: string): void {
  void reply.code(status).headers(pageHeaders).send({ error });
}

function sentenceOf(error: unknown, url: URL): string {
  if (isConnectorError(error)) return error.message;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const found = { ECONNREFUSED: "nothing listens there", ECONNRESET: "the connection was cut" }[code];
  const reason = found ?? (error instanceof Error ? error.message : "the connection failed");
  return `Reach "${url.origin}": ${reason}`;
}
