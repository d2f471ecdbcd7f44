import { isIPv6 } from "node:net";
import type { Caller } from "./caller-guard.js";

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
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array.from({ length: zeros }, () => "0"), ...after];
  const network = groups.slice(0, networkGroups).map((group) => Number.parseInt(group, 16).toString(16));
  return `${network.join(":")}::/64`;
}
