// Made by scripts/generate-special-ranges.mjs from special-purpose-registries.json; change those instead.

/** An inclusive range of addresses of one family. */
export type AddressRange = readonly [first: bigint, last: bigint];

/** IPv4 addresses that are not public, sorted and without overlap. */
export const specialIpv4Ranges: readonly AddressRange[] = [
  [0x00000000n, 0x00ffffffn],
  [0x0a000000n, 0x0affffffn],
  [0x64400000n, 0x647fffffn],
  [0x7f000000n, 0x7fffffffn],
  [0xa83f8110n, 0xa83f8110n],
  [0xa9fe0000n, 0xa9feffffn],
  [0xac100000n, 0xac1fffffn],
  [0xc0000000n, 0xc00000ffn],
  [0xc0000200n, 0xc00002ffn],
  [0xc01fc400n, 0xc01fc4ffn],
  [0xc034c100n, 0xc034c1ffn],
  [0xc0586300n, 0xc05863ffn],
  [0xc0a80000n, 0xc0a8ffffn],
  [0xc0af3000n, 0xc0af30ffn],
  [0xc6120000n, 0xc613ffffn],
  [0xc6336400n, 0xc63364ffn],
  [0xcb007100n, 0xcb0071ffn],
  [0xe0000000n, 0xffffffffn],
];

/** IPv6 addresses that are not public, sorted and without overlap. */
export const specialIpv6Ranges: readonly AddressRange[] = [
  [0x00000000000000000000000000000000n, 0x1fffffffffffffffffffffffffffffffn],
  [0x20010000000000000000000000000000n, 0x200101ffffffffffffffffffffffffffn],
  [0x20010db8000000000000000000000000n, 0x20010db8ffffffffffffffffffffffffn],
  [0x20020000000000000000000000000000n, 0x2002ffffffffffffffffffffffffffffn],
  [0x2620004f800000000000000000000000n, 0x2620004f8000ffffffffffffffffffffn],
  [0x3fff0000000000000000000000000000n, 0x3fff0fffffffffffffffffffffffffffn],
  [0x40000000000000000000000000000000n, 0xffffffffffffffffffffffffffffffffn],
];

/** IPv6 ranges whose last 32 bits are the IPv4 address that is really reached. */
export const embeddingIpv6Ranges: readonly AddressRange[] = [
  [0x00000000000000000000ffff00000000n, 0x00000000000000000000ffffffffffffn],
  [0x0064ff9b000000000000000000000000n, 0x0064ff9b0000000000000000ffffffffn],
];
