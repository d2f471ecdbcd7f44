import type { IncomingMessage } from "node:http";
import type { BlockList, Socket } from "node:net";
import { isListed, plainAddress } from "./address-list.js";

/** Which forwarding header is trusted, and from which proxies. */
export interface ForwardingOptions {
  /** Addresses of the proxies. */
  readonly proxies: BlockList;
  /** Header in lower case. `forwarded` is parsed as RFC 7239 defines it, any other header as a list of addresses. */
  readonly header: string;
}

/**
 * Determines the address a request comes from. The header is read from its end: each proxy appends the address that it
 * was called from, so anything that the caller wrote itself comes before that.
 *
 * @param request - The request
 * @param options - Trusted proxies and their header; `undefined` when none is trusted
 * @returns The address of the first hop that is not a trusted proxy; `undefined` when a trusted proxy forwarded
 *   something that is not an address
 * @see https://www.rfc-editor.org/rfc/rfc7239#section-5.2
 */
export function callerAddress(
  request: IncomingMessage,
  forwarding: ForwardingOptions | undefined,
): string | undefined {
  let address = peerOf(request.socket);
  if (address === undefined || forwarding === undefined) return address;
  const { proxies, header } = forwarding;
  if (!isListed(proxies, address)) return address;
  const hops = forwardedHops(request, header);
  while (hops.length > 0 && address !== undefined && isListed(proxies, address)) {
    address = plainAddress(withoutPort(hops.pop() ?? ""));
  }
  return address;
}

/** The remote address of each connection, determined once for all its requests. */
const peers = new WeakMap<Socket, string>();

function peerOf(socket: Socket): string | undefined {
  const known = peers.get(socket);
  if (known !== undefined) return known;
  const address = plainAddress(socket.remoteAddress);
  if (address !== undefined) peers.set(socket, address);
  return address;
}

function forwardedHops(request: IncomingMessage, header: string): string[] {
  const value = request.headers[header];
  const text = Array.isArray(value) ? value.join(",") : (value ?? "");
  if (text === "") return [];
  const elements = text.split(",").map((element) => element.trim());
  return header === "forwarded" ? elements.map((element) => forNode(element)) : elements;
}

/** Returns the `for` parameter of one element of `Forwarded`. */
function forNode(element: string): string {
  for (const pair of element.split(";")) {
    const [name = "", value = ""] = pair.split("=", 2);
    if (name.trim().toLowerCase() === "for") return value.trim().replaceAll('"', "");
  }
  return "";
}

function withoutPort(hop: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(hop);
  if (bracketed) return bracketed[1] ?? "";
  return /^[\d.]+:\d+$/.test(hop) ? hop.slice(0, hop.indexOf(":")) : hop;
}
