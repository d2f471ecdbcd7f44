import type { Address } from "@wellhead/sdk/internal";
import {
  type AddressRange,
  embeddingIpv6Ranges,
  specialIpv4Ranges,
  specialIpv6Ranges,
} from "./special-ranges.js";

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
  if (address.family === 4 || !isWithin(embeddingIpv6Ranges, address.value)) return address;
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
  let low = 0;
  let high = ranges.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const range = ranges[middle];
    if (range === undefined) return false;
    if (value < range[0]) high = middle - 1;
    else if (value > range[1]) low = middle + 1;
    else return true;
  }
  return false;
}
