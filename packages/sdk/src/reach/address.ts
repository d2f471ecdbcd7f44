import { isIPv4, isIPv6 } from "node:net";

/** An IP address as a number, so that addresses can be compared with ranges. */
export interface Address {
  readonly family: 4 | 6;
  readonly value: bigint;
}

/**
 * Parses an address in its canonical spelling only; `canonicalHost` handles other spellings.
 *
 * @param text - Dotted decimal IPv4, or IPv6 without zone and brackets
 * @returns The address, or `undefined` when the text is not an address
 */
export function parseAddress(text: string): Address | undefined {
  if (isIPv4(text)) return { family: 4, value: joinParts(text.split("."), 8n, "") };
  if (!isIPv6(text) || text.includes("%")) return undefined;
  return { family: 6, value: joinParts(groupsOf(text), 16n, "0x") };
}

/**
 * Formats an address in a spelling that every resolver and driver reads the same way.
 *
 * @param address - The address
 * @returns Dotted decimal, or eight groups of hexadecimal digits
 */
export function formatAddress({ family, value }: Address): string {
  const [count, bits, radix] = family === 4 ? [4, 8n, 10] : [8, 16n, 16];
  const parts = Array.from({ length: count }, (_, index) => {
    const shift = BigInt(count - 1 - index) * bits;
    return ((value >> shift) & ((1n << bits) - 1n)).toString(radix);
  });
  return parts.join(family === 4 ? "." : ":");
}

function joinParts(parts: readonly string[], bits: bigint, prefix: string): bigint {
  return parts.reduce((sum, part) => (sum << bits) + BigInt(`${prefix}${part}`), 0n);
}

function groupsOf(text: string): string[] {
  const [head = "", tail] = text.split("::");
  const before = splitGroups(head);
  const after = splitGroups(tail ?? "");
  const missing = Math.max(0, 8 - before.length - after.length);
  return [...before, ...Array.from({ length: missing }, () => "0"), ...after];
}

/** Splits at colons; a trailing dotted IPv4 address becomes two groups. */
function splitGroups(text: string): string[] {
  if (text === "") return [];
  return text.split(":").flatMap((group) => {
    if (!group.includes(".")) return [group];
    const value = joinParts(group.split("."), 8n, "");
    return [(value >> 16n).toString(16), (value & 0xffffn).toString(16)];
  });
}
