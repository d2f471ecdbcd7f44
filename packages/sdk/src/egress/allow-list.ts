import { type Address, parseAddress } from "./address.js";
import { reachedAddress } from "./classify-address.js";

/** A rule of the operator that allows these addresses on this port although they are not public. */
export interface AllowRule {
  readonly family: 4 | 6;
  readonly first: bigint;
  readonly last: bigint;
  /** Port, or `undefined` for every port. */
  readonly port: number | undefined;
}

const rulePattern = /^(?:\[(?<v6>[^\]]*)\]|(?<v4>[^:]*)):(?<port>\*|\d{1,5})$/;

/**
 * Parses the operator's list of private addresses that connectors may reach.
 *
 * @param text - Rules joined by commas: block, colon, port or `*`; an IPv6 block is in brackets
 * @returns The rules; none for empty text
 * @throws TypeError naming the first rule that cannot be parsed
 * @example
 * ```ts
 * parseAllowList("10.1.0.0/16:5432,127.0.0.1/32:*,[fd12::/48]:443");
 * ```
 */
export function parseAllowList(text: string): readonly AllowRule[] {
  return text
    .split(",")
    .map((rule) => rule.trim())
    .filter((rule) => rule !== "")
    .map((rule) => {
      const read = parseRule(rule);
      if (read === undefined) throw ruleFault(rule);
      return read;
    });
}

/**
 * Reports whether a rule of the operator covers an address and port.
 *
 * @param rules - The rules that {@link parseAllowList} returned
 * @param address - The address that would be reached
 * @param port - The port that would be dialled
 * @returns `true` when a rule covers both
 */
export function isAllowed(rules: readonly AllowRule[], address: Address, port: number): boolean {
  const { family, value } = reachedAddress(address);
  return rules.some(
    (rule) =>
      rule.family === family &&
      rule.first <= value &&
      value <= rule.last &&
      (rule.port === undefined || rule.port === port),
  );
}

/**
 * Parses one rule.
 *
 * @param rule - Block, colon, port or `*`; an IPv6 block is in brackets
 * @returns The rule; `undefined` when it cannot be parsed
 */
export function parseRule(rule: string): AllowRule | undefined {
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

function ruleFault(rule: string): TypeError {
  return new TypeError(
    `Could not read WELLHEAD_ALLOW: expected blocks with a port, such as 10.1.0.0/16:5432, 127.0.0.1/32:* or [fd12::/48]:443, got "${rule}".`,
  );
}
