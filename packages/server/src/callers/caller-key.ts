import { isIPv6 } from "node:net";
import type { Caller } from "./caller-guard.js";

/** Groups of an IPv6 address that name a network; who has one network has all addresses in it. */
const networkGroups = 4;

/**
 * Names a caller for what is divided among callers.
 *
 * @param caller - Who sent a request
 * @returns The name of its credential, else its address, of IPv6 the network of 64 bits; `unknown` without either
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
