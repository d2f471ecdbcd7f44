import { parseAddress } from "./address.js";

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
 * Parses a block of addresses with a port.
 *
 * @param rule - Block, colon, port or `*`; an IPv6 block is in brackets
 * @returns The rule; `undefined` when it cannot be parsed
 */
export function parseAddressRule(rule: string): AddressRule | undefined {
  const parts = rulePattern.exec(rule)?.groups;
  const [block = "", length, ...rest] = (parts?.["v6"] ?? parts?.["v4"] ?? "").split("/");
  const address = parseAddress(block);
  if (parts === undefined || address === undefined || rest.length > 0) return undefined;
  const bits = address.family === 4 ? 32 : 128;
  const prefix = length === undefined || !/^\d{1,3}$/.test(length) ? Number.NaN : Number(length);
  if (!(prefix >= 0 && prefix <= bits)) return undefined;
  const size = 1n << BigInt(bits - prefix);
  const first = address.value - (address.value % size);
  const port = parts["port"] === "*" ? undefined : Number(parts["port"]);
  if (port !== undefined && (port < 1 || port > 65_535)) return undefined;
  return { family: address.family, first, last: first + size - 1n, port };
}
