import { type ClientRequest, type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import type { Egress } from "@wellhead/runtime";
import { webResponse } from "@wellhead/runtime/web-response";
import { relayHeader } from "../callers/request-site.js";
import { needsLink } from "../callers/start-proof.js";
import { keepHeaderLines } from "../wire/header-lines.js";
import type { ConsoleReach } from "./console-data.js";
import type { OpenedConnectors } from "./opened-connectors.js";

/** Options of {@link Outgoing}. */
export interface OutgoingOptions {
  /** Opens the connections to public addresses, and to private ones that the operator allows. */
  readonly egress: Egress;
  /** Opens the connections to this machine as well. */
  readonly localEgress: Egress;
  /** The addresses besides this service; `undefined` when the page was not opened with the link. */
  readonly opened: OpenedConnectors | undefined;
  /** Headers that authenticate the caller, and the origins they are sent to. */
  readonly credentials: {
    readonly headers: Readonly<Record<string, string>>;
    readonly origins: ReadonlySet<string>;
  };
  /** Milliseconds without a byte after which a connection is closed. Default: two minutes. */
  readonly idleTimeoutMs?: number;
}

/** A request of the console to a connector. */
export interface OutgoingRequest {
  readonly method: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer | string | undefined;
  readonly signal: AbortSignal;
  /** Whether the address is this service, whose certificate needs no authority; `false` when omitted. */
  readonly isOwn?: boolean;
}

/** An address that is for operators, or that is a relay itself. */
export class OperatorAddressError extends Error {
  override readonly name = "OperatorAddressError";
}

/** An address that is not one of a connector that was opened. */
export class UnopenedAddressError extends Error {
  override readonly name = "UnopenedAddressError";
}

/** Sends the console's requests to connectors, through the egress guard and with the credentials of the caller. */
export class Outgoing {
  readonly #options: OutgoingOptions;

  /** @param options - Egress guard, addresses and credentials */
  constructor(options: OutgoingOptions) {
    this.#options = options;
  }

  /**
   * Returns the credentials of the caller for an address.
   *
   * @param url - The address
   * @returns Headers; none for addresses that are not listed
   */
  credentialsFor(url: URL): Readonly<Record<string, string>> {
    const { headers, origins } = this.#options.credentials;
    return origins.has(url.origin) ? headers : {};
  }

  /**
   * Sends a request.
   *
   * @param url - Its address
   * @param request - Method, headers, body
   * @returns The response, as soon as its head has arrived
   * @throws UnopenedAddressError for an address without an opened connector; OperatorAddressError when the address refuses
   *   relays; ConnectorError when the egress guard refuses it
   */
  async send(url: URL, request: OutgoingRequest): Promise<IncomingMessage> {
    const { method, headers, body, signal } = request;
    const { idleTimeoutMs = 120_000 } = this.#options;
    const socket = await this.#connect(url, request);
    const make = url.protocol === "https:" ? requestHttps : requestHttp;
    const outgoing = make(url, {
      method,
      headers: {
        ...this.credentialsFor(url),
        "accept-encoding": "gzip, br",
        connection: "close",
        [relayHeader]: "1",
        ...headers,
      },
      // Without an agent: any agent, also a new one for `agent: false`, would resolve the name again and connect by itself.
      createConnection: () => socket,
    });
    keepHeaderLines(outgoing);
    outgoing.setTimeout(idleTimeoutMs, () =>
      outgoing.destroy(new Error(`no response in ${idleTimeoutMs / 1000} s`)),
    );
    const abort = (): void => void outgoing.destroy();
    signal.addEventListener("abort", abort);
    outgoing.once("close", () => signal.removeEventListener("abort", abort));
    if (signal.aborted) abort();
    const incoming = await sendRequest(outgoing, body);
    if (incoming.headers[relayHeader] !== "refused") return incoming;
    incoming.destroy();
    throw new OperatorAddressError("this address is for operators or is a relay itself");
  }

  async #connect(url: URL, { signal, isOwn = false }: OutgoingRequest): Promise<Socket> {
    const isSecure = url.protocol === "https:";
    const host = url.hostname.replaceAll(/[[\]]/g, "");
    const usual = isSecure ? 443 : 80;
    const socket = await this.#egressFor(url, isOwn).dial({
      host,
      port: url.port === "" ? usual : Number(url.port),
      signal,
    });
    if (!isSecure) return socket;
    // SNI carries host names only, so no server name is sent for an IP address.
    const hasName = /[a-z]/i.test(host) && !host.includes(":");
    return connectTls({ socket, rejectUnauthorized: !isOwn, ...(hasName && { servername: host }) });
  }

  #egressFor(url: URL, isOwn: boolean): Egress {
    const { opened, egress, localEgress } = this.#options;
    if (isOwn) return localEgress;
    if (opened === undefined)
      throw new UnopenedAddressError(`this page reaches only the connectors of this service. ${needsLink}`);
    const connector = opened.find(url);
    if (connector === undefined)
      throw new UnopenedAddressError("no connector was opened there. Open its address first.");
    return connector.isLocal ? localEgress : egress;
  }
}

function sendRequest(outgoing: ClientRequest, body: Buffer | string | undefined): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    outgoing.once("response", resolve);
    outgoing.once("error", reject);
    outgoing.end(body);
  });
}

/**
 * Parses an address that requests can be sent to.
 *
 * @param text - What a page sent
 * @returns The address; `undefined` unless it is one of http or https
 */
export function webAddress(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && ["http:", "https:"].includes(url.protocol) ? url : undefined;
}

/**
 * Explains in one sentence why a connector could not be reached.
 *
 * @param error - What was thrown
 * @returns The reason
 */
export function reasonOf(error: unknown): string {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const known = {
    ECONNREFUSED: "nothing listens there",
    ECONNRESET: "the connection was closed before a response came",
    EPROTO: "it does not speak TLS there",
    HPE_INVALID_CONSTANT: "it does not speak HTTP there",
  }[code];
  return known ?? (error instanceof Error ? error.message : "the connection failed");
}

/**
 * Returns the header lines of a response, in their order.
 *
 * @param incoming - The response
 * @returns Name in lower case and value of each
 */
export function headerLines({ rawHeaders }: IncomingMessage): [name: string, value: string][] {
  return rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [[name.toLowerCase(), rawHeaders[index + 1] ?? ""]] : [],
  );
}

/**
 * Returns a `fetch` that sends requests as the relay does.
 *
 * @param outgoing - What sends them
 * @param isOwn - Whether an address is this service
 * @returns The function
 */
export function guardedFetch(outgoing: Outgoing, isOwn: (url: URL) => boolean): ConsoleReach["fetch"] {
  return async (input, init = {}) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const headers = new Headers(init.headers);
    headers.delete("accept-encoding");
    const incoming = await outgoing.send(url, {
      method: init.method === "POST" ? "POST" : "GET",
      headers: Object.fromEntries(headers),
      ...(typeof init.body === "string" && { body: init.body }),
      signal: init.signal ?? new AbortController().signal,
      isOwn: isOwn(url),
    });
    return webResponse(incoming);
  };
}
