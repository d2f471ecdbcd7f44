import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { pipeline } from "node:stream";
import { isEgressRefused } from "@wellhead/runtime";
import { isConnectorError } from "@wellhead/sdk";
import type { FastifyReply, FastifyRequest } from "fastify";
import { pageHeaders } from "./console-files.js";
import {
  headerLines,
  OperatorAddressError,
  type Outgoing,
  reasonOf,
  UnopenedAddressError,
  webAddress,
} from "./outgoing.js";

/** Header of a refusal of an address that is not public, which the user can confirm if it is one of this machine. */
const refusedHeader = "x-relay-refused";

/** Request headers that are forwarded; all others are set here. */
const passedHeaders = ["accept", "content-type", "x-correlationid"] as const;

/**
 * Forwards requests of the console's page to connectors at other addresses. It wraps the status and headers of the
 * response, so that the browser neither follows a redirect nor applies a header of another server to the console. It
 * streams the body as it arrives. When the connector cuts the connection, the relay cuts its own.
 */
export class Relay {
  readonly #outgoing: Outgoing;

  /** @param outgoing - Sends the requests */
  constructor(outgoing: Outgoing) {
    this.#outgoing = outgoing;
  }

  /**
   * Forwards a proven request of the page and sends the response.
   *
   * @param request - The request; its headers name the method and the target
   * @param reply - The reply that carries the response
   * @returns A promise that resolves once the head of the response, or an error, has been sent
   */
  async answer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const target = readRelayTarget(request.headers);
    if (typeof target === "string") return refuse(reply, 400, target);
    const disconnected = new AbortController();
    reply.raw.once("close", () => disconnected.abort());
    try {
      const incoming = await this.#outgoing.send(target.url, {
        method: target.method,
        headers: passedOf(request.headers),
        body: Buffer.isBuffer(request.body) ? request.body : undefined,
        signal: disconnected.signal,
      });
      forward(incoming, reply);
    } catch (error) {
      if (error instanceof OperatorAddressError || error instanceof UnopenedAddressError)
        return refuse(reply, 403, `Could not relay the request: ${error.message.replace(/\.?$/, ".")}`);
      if (isEgressRefused(error)) void reply.header(refusedHeader, "address");
      refuse(reply, 502, sentenceOf(error, target.url));
    }
  }
}

function passedOf(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    passedHeaders.flatMap((name) => {
      const value = headers[name];
      return typeof value === "string" ? [[name, value] as const] : [];
    }),
  );
}

function forward(incoming: IncomingMessage, reply: FastifyReply): void {
  const encoding = incoming.headers["content-encoding"];
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    ...pageHeaders,
    "content-type": "application/octet-stream",
    "x-relay-status": String(incoming.statusCode ?? 0),
    "x-relay-headers": encodeURIComponent(JSON.stringify(headerLines(incoming))),
    ...(encoding !== undefined && { "content-encoding": encoding }),
  });
  // Whichever breaks, the other one is cut too. There is nobody to report it to.
  pipeline(incoming, raw, () => undefined);
}

function refuse(reply: FastifyReply, status: number, error: string): void {
  void reply.code(status).headers(pageHeaders).send({ error });
}

function sentenceOf(error: unknown, url: URL): string {
  if (isConnectorError(error)) return error.message;
  return `Reach "${url.origin}": ${reasonOf(error)}`;
}

/** The destination of a request that the page sends through the relay. */
export interface RelayTarget {
  readonly method: "GET" | "POST";
  readonly url: URL;
}

/**
 * Reads the destination of a request that the page sends through the relay.
 *
 * @param headers - Headers of the page's request
 * @returns The target, or a sentence saying what is wrong with it
 */
function readRelayTarget(headers: IncomingHttpHeaders): RelayTarget | string {
  const method = headers["x-relay-method"];
  if (method !== "GET" && method !== "POST")
    return `Could not relay the request: expected GET or POST, got "${String(method)}".`;
  const url = webAddress(String(headers["x-relay-target"]));
  if (url === undefined) return "Could not relay the request: expected an http or https address.";
  if (url.username !== "" || url.password !== "")
    return "Could not relay the request: its address has a user name. Remove it.";
  return { method, url };
}
