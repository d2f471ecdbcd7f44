import type { IncomingMessage } from "node:http";
import { BlockList, isIP, isIPv6 } from "node:net";
import type { StatedDigest } from "./signed-requests.js";

/** Who sent a request. */
export interface Caller {
  /** `undefined` when a trusted proxy forwarded something that is not an address. */
  readonly address: string | undefined;
  /** Name of the token, id of the key or subject of the certificate; `undefined` when none was required. */
  readonly name?: string;
  /** Digest that the body must have, if it was signed. */
  readonly digest?: StatedDigest | undefined;
  /** Whether the service limits how fast it reads the rows of its worker. Default: `false`. */
  readonly isPaced?: boolean;
}

/** Number of groups of an IPv6 address that identify a network. Whoever has a network has all addresses in it. */
const networkGroups = 4;

/**
 * Returns the key that identifies a caller where something is counted for each caller.
 *
 * @param caller - Who sent a request
 * @returns The name of its credential, else the key of its address
 */
export function callerKey({ name, address }: Caller): string {
  return name ?? addressKey(address);
}

/**
 * Returns the key of an address where something is counted for each address.
 *
 * @param address - An address as `plainAddress` returns it
 * @returns The address (of IPv6 only the network of 64 bits), or `unknown`
 */
export function addressKey(address = "unknown"): string {
  return address.includes(":") && isIPv6(address) ? networkOf(address) : address;
}

function networkOf(address: string): string {
  const [head = "", tail] = address.split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail?.split(":") ?? [];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => "0");
  const groups = [...before, ...zeros, ...after];
  const network = groups.slice(0, networkGroups).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(":")}::/64`;
}

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
  let address = plainAddress(request.socket.remoteAddress);
  if (forwarding === undefined) return address;
  const { proxies, header } = forwarding;
  const hops = forwardedHops(request, header);
  while (hops.length > 0 && address !== undefined && isListed(proxies, address)) {
    address = plainAddress(withoutPort(hops.pop() ?? ""));
  }
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

/**
 * Parses a list of addresses and blocks.
 *
 * @param entries - Addresses such as `10.0.0.7` and blocks such as `10.1.0.0/16` or `fd12::/48`
 * @param setting - Name of the setting, for the error
 * @returns The list
 * @throws TypeError naming the setting and the first entry that is neither
 */
export function parseAddressList(entries: readonly string[], setting: string): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = "", length, ...more] = entry.split("/");
    const version = isIP(address);
    const bits = version === 6 ? 128 : 32;
    const prefix = /^\d{1,3}$/.test(length ?? String(bits)) ? Number(length ?? bits) : Number.NaN;
    if (version === 0 || more.length > 0 || !(prefix <= bits) || address.includes("%")) {
      throw new TypeError(
        `Could not read ${setting}: expected addresses or blocks such as 10.0.0.7 or 10.1.0.0/16, got "${entry.slice(0, 60)}".`,
      );
    }
    list.addSubnet(address, prefix, version === 6 ? "ipv6" : "ipv4");
  }
  return list;
}

/**
 * Reports whether a list covers an address.
 *
 * @param list - Addresses and blocks
 * @param address - As {@link plainAddress} returns it
 * @returns Whether the address is one of them
 */
export function isListed(list: BlockList, address: string): boolean {
  return list.check(address, isIPv6(address) ? "ipv6" : "ipv4");
}

/**
 * Normalizes an address to the one form that lists and logs use.
 *
 * @param text - An address; an IPv4 address may be written as IPv6 (`::ffff:10.0.0.7`), an IPv6 one with its zone
 * @returns The address; `undefined` when the text is not one
 */
export function plainAddress(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const [address = ""] = text.split("%", 1);
  const mapped = /^::ffff:(\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address)?.[1];
  const plain = mapped ?? address.toLowerCase();
  return isIP(plain) === 0 ? undefined : plain;
}
