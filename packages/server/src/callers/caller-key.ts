import { isIPv6 } from "node:net";
import type { Caller } from "./caller-guard.js";

/** Number of groups of an IPv6 address that identify a network. Whoever has a network has all addresses in it. */
const networkGroups = 4;

/**
 * Returns the key that identifies a caller where something is counted for each caller.
 *
 * @param caller - Who sent a request
 * @returns The name of its credential, else its address (of IPv6 only the network of 64 bits), else `unknown`
 */
export function callerKey({ name, address = "unknown" }: Caller): string {
  if (name !== undefined) return name;
  return address.includes(":") && isIPv6(address) ? networkOf(address) : address;
}

function networkOf(address: string): string {
  const [head = "", tail] = address.split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array.from({ length: zeros }, () => "0"), ...after];
  return `${groups.slice(0, networkGroups).join(":")}::/64`;
}
