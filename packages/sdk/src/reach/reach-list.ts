import { isIPv4, isIPv6 } from "node:net";

/** Targets that one entry of a reach list covers. */
export type ReachRule =
  | { readonly block: AddressRule }
  /** A name, or all names below it when `isSuffix`; a port of `undefined` means every port. */
  | { readonly name: string; readonly isSuffix: boolean; readonly port: number | undefined };

const namePattern = /^(?<wild>\*\.)?(?<name>[a-z0-9_-]+(?:\.[a-z0-9_-]+)*)(?::(?<port>\*|\d{1,5}))?$/i;

/**
 * Parses the list of targets that an account kind may reach.
 *
 * @param entries - Names such as `api.example.com`, `*.example.com` or `db.example.com:5432`, and blocks such as
 *   `10.1.0.0/16:5432` or `[fd12::/48]:*`; a name without a port means every port
 * @returns The rules
 * @throws TypeError naming the first entry that is neither
 */
export function parseReachList(entries: readonly string[]): readonly ReachRule[] {
  return entries.map((entry) => {
    const { wild, name = "", port = "*" } = namePattern.exec(entry)?.groups ?? {};
    const number = port === "*" ? undefined : Number(port);
    const isName = /[a-z]/i.test(name.split(".").at(-1) ?? "");
    if (isName && (number === undefined || (number > 0 && number <= 65_535)))
      return { name: name.toLowerCase(), isSuffix: wild !== undefined, port: number };
    const block = parseAddressRule(entry);
    if (block !== undefined) return { block };
    throw new TypeError(
      `expected names such as api.example.com or *.example.com:443, or blocks such as 10.1.0.0/16:5432, got "${entry.slice(0, 80)}"`,
    );
  });
}

/** A block of addresses and a port, such as an operator allows or an account kind may reach. */
export interface AddressRule {
  readonly family: 4 | 6;
  readonly first: bigint;
  readonly last: bigint;
  /** Port, or `undefined` for every port. */
  readonly port: number | undefined;
}

const rulePattern = /^(?:\[(?<v6>[^\]]*)\]|(?<v4>[^:]*)):(?<port>\*|\d{1,5})$/;

/**
 * Parses an address or a block of addresses, with a port.
 *
 * @param rule - Address or block, colon, port or `*`; IPv6 is in brackets
 * @returns The rule; `undefined` when it cannot be parsed
 */
export function parseAddressRule(rule: string): AddressRule | undefined {
  const parts = rulePattern.exec(rule)?.groups;
  const [block = "", length, ...rest] = (parts?.["v6"] ?? parts?.["v4"] ?? "").split("/");
  const address = parseAddress(block);
  if (parts === undefined || address === undefined || rest.length > 0) return undefined;
  const bits = address.family === 4 ? 32 : 128;
  const prefix = Number(length === undefined ? bits : /^\d{1,3}$/.exec(length)?.[0]);
  if (!(prefix >= 0 && prefix <= bits)) return undefined;
  const size = 1n << BigInt(bits - prefix);
  const first = address.value - (address.value % size);
  const port = parts["port"] === "*" ? undefined : Number(parts["port"]);
  if (port !== undefined && (port < 1 || port > 65_535)) return undefined;
  return { family: address.family, first, last: first + size - 1n, port };
}

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
