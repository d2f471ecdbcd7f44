import { ConnectorError } from "@wellhead/sdk";
import {
  type Address,
  type AddressRule,
  parseAddress,
  parseAddressRule,
  type ReachRule,
} from "@wellhead/sdk/internal";
import {
  type AddressRange,
  embeddingIpv6Ranges,
  specialIpv4Ranges,
  specialIpv6Ranges,
} from "./special-ranges.js";

/**
 * Parses the operator's list of private addresses that connectors may reach.
 *
 * @param text - Rules joined by commas: address or block, colon, port or `*`; IPv6 is in brackets
 * @returns The rules; none for empty text
 * @throws TypeError naming the first rule that cannot be parsed
 * @example
 * ```ts
 * parseAllowList("10.1.0.0/16:5432,127.0.0.1:*,[fd12::/48]:443");
 * ```
 */
export function parseAllowList(text: string): readonly AddressRule[] {
  return text
    .split(",")
    .map((rule) => rule.trim())
    .filter((rule) => rule !== "")
    .map((rule) => {
      const read = parseAddressRule(rule);
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
export function isAllowed(rules: readonly AddressRule[], address: Address, port: number): boolean {
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
 * Reports whether a target is one of those that an account kind may reach.
 *
 * @param rules - The rules that {@link parseReachList} returned
 * @param target - Name and port, and every address it may be dialled at
 * @returns Whether a rule covers its name, or rules cover all of its addresses
 */
export function isReached(rules: readonly ReachRule[], { name, port, addresses }: PinnedTarget): boolean {
  const named = rules.some((rule) => {
    if ("block" in rule || (rule.port !== undefined && rule.port !== port)) return false;
    return rule.isSuffix ? name.endsWith(`.${rule.name}`) : name === rule.name;
  });
  if (named) return true;
  const blocks = rules.filter((rule) => "block" in rule).map(({ block }) => block);
  const parsed = addresses
    .map((text) => parseAddress(text))
    .filter((one): one is Address => one !== undefined);
  return (
    addresses.length > 0 &&
    parsed.length === addresses.length &&
    parsed.every((one) => isAllowed(blocks, one, port))
  );
}

function ruleFault(rule: string): TypeError {
  return new TypeError(
    `Could not read WELLHEAD_ALLOW: expected addresses or blocks with a port, such as 10.1.0.0/16:5432, 127.0.0.1:* or [fd12::/48]:443, got "${rule}".`,
  );
}

const lowest32Bits = 0xffffffffn;
/** ISATAP interface identifiers: `0000:5efe` or `0200:5efe`, followed by an IPv4 address (RFC 5214). */
const isatapIdentifiers: ReadonlySet<bigint> = new Set([0x00005efen, 0x02005efen]);

/**
 * Returns the address that a connection actually reaches: the IPv4 address for an IPv4-mapped or translated one.
 *
 * @param address - Any address
 * @returns The embedded IPv4 address, or the address itself
 */
export function reachedAddress(address: Address): Address {
  // All numbers of these ranges are greater than that of any IPv4 address.
  if (!isWithin(embeddingIpv6Ranges, address.value)) return address;
  return { family: 4, value: address.value & lowest32Bits };
}

/**
 * Reports whether an address belongs to the public internet: it is in no special-purpose range and does not embed
 * an address of one.
 *
 * @param address - Any address
 * @returns `true` when it is public
 */
export function isPublicAddress(address: Address): boolean {
  const { family, value } = reachedAddress(address);
  if (family === 4) return !isWithin(specialIpv4Ranges, value);
  if (isWithin(specialIpv6Ranges, value)) return false;
  const identifier = (value >> 32n) & lowest32Bits;
  return !isatapIdentifiers.has(identifier) || !isWithin(specialIpv4Ranges, value & lowest32Bits);
}

function isWithin(ranges: readonly AddressRange[], value: bigint): boolean {
  return ranges.some(([first, last]) => first <= value && value <= last);
}

/** A target that passed the policy; only these addresses may be dialled for it. */
export interface PinnedTarget {
  readonly name: string;
  readonly port: number;
  readonly addresses: readonly string[];
}

/** The same message for every refused target: a varying one would reveal the internal network to a stranger. */
export const egressRefusal =
  "Could not connect to the address: it is not public. The operator of this service can allow it with the setting WELLHEAD_ALLOW, for example WELLHEAD_ALLOW=10.1.0.0/16:5432, or for one connector with --allow.";

/**
 * Creates the error for a target that the policy forbids; no connection was attempted. Reported as 400.
 *
 * @returns The error to throw, always the same
 */
export function egressRefused(): ConnectorError {
  return new ConnectorError("invalid_field", egressRefusal);
}

const reachRefusal =
  "Could not connect to the address: this kind of account does not lead there. Choose another kind of account, or another address.";

/**
 * Creates the error for a target that the account kind does not reach, whatever the operator allows; no connection
 * was attempted.
 *
 * @returns The error to throw, always the same
 */
export function reachRefused(): ConnectorError {
  return new ConnectorError("invalid_field", reachRefusal);
}

/**
 * Reports whether an error says that the policy forbids the target.
 *
 * @param error - Anything that was thrown
 * @returns Whether it says so
 */
export function isEgressRefused(error: unknown): boolean {
  if (!(error instanceof ConnectorError)) return false;
  return error.message === egressRefusal || error.message === reachRefusal;
}
