import { readFileSync, writeFileSync } from "node:fs";
import { isIPv4 } from "node:net";

/**
 * @typedef {object} Row
 * @property {string} block
 * @property {string} name
 * @property {string} reference
 * @property {string} [embeds]
 */

const registries = new URL("./special-purpose-registries.json", import.meta.url);
const target = new URL("../src/egress/special-ranges.ts", import.meta.url);

if (process.argv.includes("--print")) process.stdout.write(specialRangesModule());
else writeFileSync(target, specialRangesModule());

/**
 * Makes the module with the address ranges that are not public, merged and sorted.
 *
 * @returns {string} The module's text.
 */
function specialRangesModule() {
  const registry = /** @type {Record<string, Row[]>} */ (JSON.parse(readFileSync(registries, "utf8")));
  const rows = ["ipv4", "ipv6", "extras"].flatMap((key) => registry[key] ?? []);
  const ranges = rows.filter(({ embeds }) => embeds === undefined).map(({ block }) => rangeOf(block));
  const prefixes = rows.filter(({ embeds }) => embeds !== undefined).map(({ block }) => rangeOf(block));
  return [
    "// Made by scripts/generate-special-ranges.mjs from special-purpose-registries.json; change those instead.",
    "",
    "/** An inclusive range of addresses of one family. */",
    "export type AddressRange = readonly [first: bigint, last: bigint];",
    "",
    "/** IPv4 addresses that are not public, sorted and without overlap. */",
    ...tableOf("specialIpv4Ranges", merge(ranges.filter(({ family }) => family === 4)), 8),
    "",
    "/** IPv6 addresses that are not public, sorted and without overlap. */",
    ...tableOf("specialIpv6Ranges", merge(ranges.filter(({ family }) => family === 6)), 32),
    "",
    "/** IPv6 ranges whose last 32 bits are the IPv4 address that is really reached. */",
    ...tableOf("embeddingIpv6Ranges", merge(prefixes), 32),
    "",
  ].join("\n");
}

/** @typedef {{ family: 4 | 6, first: bigint, last: bigint }} Range */

/** @param {string} name @param {Range[]} ranges @param {number} digits */
function tableOf(name, ranges, digits) {
  const hex = (/** @type {bigint} */ value) => `0x${value.toString(16).padStart(digits, "0")}n`;
  return [
    `export const ${name}: readonly AddressRange[] = [`,
    ...ranges.map(({ first, last }) => `  [${hex(first)}, ${hex(last)}],`),
    "];",
  ];
}

/** @param {Range[]} ranges */
function merge(ranges) {
  /** @type {Range[]} */
  const merged = [];
  for (const range of ranges.toSorted((a, b) => (a.first < b.first ? -1 : 1))) {
    const open = merged.at(-1);
    if (open === undefined || range.first > open.last + 1n) merged.push({ ...range });
    else if (range.last > open.last) open.last = range.last;
  }
  return merged;
}

/** @param {string} block @returns {Range} */
function rangeOf(block) {
  const [address = "", length = ""] = block.split("/");
  const family = isIPv4(address) ? 4 : 6;
  const first = family === 4 ? numberOf(address.split("."), 10, 8n) : numberOf(groupsOf(address), 16, 16n);
  const size = 1n << (BigInt(family === 4 ? 32 : 128) - BigInt(length));
  if (first % size !== 0n) throw new RangeError(`Read block "${block}": found bits behind the prefix`);
  return { family, first, last: first + size - 1n };
}

/** @param {string[]} parts @param {10 | 16} radix @param {bigint} bits */
function numberOf(parts, radix, bits) {
  return parts.reduce((sum, part) => (sum << bits) + BigInt(radix === 16 ? `0x${part}` : part), 0n);
}

/** @param {string} address */
function groupsOf(address) {
  const [head = "", tail] = address.split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail === undefined || tail === "" ? [] : tail.split(":");
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => "0"), ...after];
}
