import { readFileSync } from "node:fs";
import { BlockList, isIPv4 } from "node:net";
import { parseAddress } from "@wellhead/sdk/internal";

interface RegistryRow {
  readonly block: string;
  readonly embeds?: string;
}

/** Addresses on both sides of the edges of every special-purpose block. */
export interface EdgeAddresses {
  readonly denied: readonly string[];
  readonly good: readonly string[];
}

const oddHosts =
  `|.| |*|0|0.|[|]|[]|::|[::]|nul\u0000l|127.1:80|user:pass@127.0.0.1|localhost|localhost.|LOCALHOST|ⓛocalhost|a.localhost|/var/run/postgresql|\\\\.\\pipe\\sql|@abstract`.split(
    "|",
  );

/**
 * Lists the addresses on both sides of each edge of the registries, classified by Node's own `BlockList` and not by
 * the table under test. For tests.
 *
 * @returns Addresses in canonical spelling
 */
export function edgeAddresses(): EdgeAddresses {
  const rows = registryRows().filter(({ embeds }) => embeds === undefined);
  // One list per family: Node lets an IPv6 block of a shared list match IPv4 addresses in their mapped form.
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const { block } of rows) {
    const [address = "", length] = block.split("/");
    lists[familyOf(address)].addSubnet(address, Number(length), familyOf(address));
  }
  const edges = [...new Set(rows.flatMap(({ block }) => edgesOf(block)))];
  const isDenied = (address: string) => lists[familyOf(address)].check(address, familyOf(address));
  return { denied: edges.filter(isDenied), good: edges.filter((address) => !isDenied(address)) };
}

/**
 * Lists spellings of addresses that must be refused. For tests.
 *
 * @returns Hosts as a person might type them
 */
export function hostileHosts(): readonly string[] {
  const { denied } = edgeAddresses();
  const v4 = denied.filter((address) => isIPv4(address));
  const v6 = [...denied.filter((address) => !isIPv4(address)), ...v4.flatMap((one) => embeddingsOf(one))];
  const spelt = [...v4.flatMap((one) => spellingsOfIpv4(one)), ...v6.flatMap((one) => spellingsOfIpv6(one))];
  return [...new Set([...oddHosts, ...spelt])];
}

/**
 * Lists spellings of public addresses next to the special-purpose ones, which must work. For tests.
 *
 * @returns Hosts as a person might type them
 */
export function goodHosts(): readonly string[] {
  const { good } = edgeAddresses();
  const v4 = good.filter((address) => isIPv4(address));
  const v6 = good.filter((address) => !isIPv4(address));
  // The first spellings of each list are valid in a URL.
  const spelt = [
    ...v4.flatMap((one) => spellingsOfIpv4(one).slice(0, 15)),
    ...v6.flatMap((one) => spellingsOfIpv6(one).slice(0, 4)),
  ];
  return [...new Set(spelt)];
}

function registryRows(): readonly RegistryRow[] {
  const file = new URL("../../../../tools/special-purpose-registries.json", import.meta.url);
  // The file is part of this package and has this shape.
  const rows = JSON.parse(readFileSync(file, "utf8")) as Record<string, readonly RegistryRow[]>;
  return [...(rows["ipv4"] ?? []), ...(rows["ipv6"] ?? []), ...(rows["extras"] ?? [])];
}

function edgesOf(block: string): string[] {
  const [text = "", length = "0"] = block.split("/");
  const [bits, write] = isIPv4(text) ? [32n, ipv4Text] : [128n, ipv6Text];
  const first = parseAddress(text)?.value ?? 0n;
  const last = first + (1n << (bits - BigInt(length))) - 1n;
  return [first - 1n, first, last, last + 1n]
    .filter((value) => value >= 0n && value < 1n << bits)
    .map((value) => write(value));
}

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIPv4(address) ? "ipv4" : "ipv6";
}

function ipv4Text(value: bigint): string {
  return [24n, 16n, 8n, 0n].map((shift) => (value >> shift) & 255n).join(".");
}

function ipv6Text(value: bigint): string {
  return value.toString(16).padStart(32, "0").match(/.{4}/g)?.join(":") ?? "";
}

/**
 * Lists the IPv6 addresses that embed an IPv4 address: mapped, compatible, translated and tunnelled. For tests.
 *
 * @param address - IPv4 address
 * @returns IPv6 addresses
 */
export function embeddingsOf(address: string): readonly string[] {
  const [high, low] = halvesOf(address);
  const tail = `${high.toString(16)}:${low.toString(16)}`;
  const flipped = `${(high ^ 0xffff).toString(16)}:${(low ^ 0xffff).toString(16)}`;
  return [
    `::ffff:${address}`,
    `::ffff:${tail}`,
    `::${tail}`,
    `64:ff9b::${tail}`,
    `64:ff9b:1::${tail}`,
    `2002:${tail}::1`,
    `2001:0:4136:e378:8000:63bf:${flipped}`,
    `2a00:1450:4001:81b:0:5efe:${tail}`,
    `2a00:1450:4001:81b:200:5efe:${tail}`,
    `fe80::5efe:${tail}`,
  ];
}

/**
 * Lists the spellings that some parser reads as an IPv4 address. For tests.
 *
 * @param address - IPv4 address
 * @returns Spellings; the first fifteen are valid in a URL
 */
function spellingsOfIpv4(address: string): readonly string[] {
  const parts = address.split(".").map(Number);
  const [a = 0, b = 0, c = 0, d = 0] = parts;
  const [high, low] = halvesOf(address);
  const value = high * 65_536 + low;
  return [
    address,
    `${address}.`,
    String(value),
    hex(value),
    `0x${value.toString(16).toUpperCase()}`,
    octal(value),
    parts.map((part) => hex(part)).join("."),
    parts.map((part) => octal(part)).join("."),
    parts.map((part) => `00${octal(part)}`).join("."),
    `${a}.${b}.${c * 256 + d}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    `${hex(a)}.${octal(b)}.${c * 256 + d}`,
    address.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff_10 + Number(digit))),
    address.replaceAll(".", "\u3002"),
    address.replaceAll(".", "\uff0e"),
    address.replace(".", "\u00ad."),
    address.replaceAll(/./g, (sign) => `%${sign.charCodeAt(0).toString(16)}`),
    `public.example@${address}`,
    `${address}\\@public.example`,
    `${address}#public.example`,
    `${address}?public.example`,
    `${address}/`,
    `\t${address}`,
    address.replace(".", ".\n"),
    `${address}\u0000.public.example`,
    `[${address}]`,
  ];
}

/**
 * Lists the spellings that some parser reads as an IPv6 address. For tests.
 *
 * @param address - IPv6 address
 * @returns Spellings; the first four are valid in a URL
 */
function spellingsOfIpv6(address: string): readonly string[] {
  const short = new URL(`http://[${address}]/`).hostname;
  return [
    address,
    `[${address}]`,
    short,
    short.slice(1, -1).toUpperCase(),
    `[${address}%25lo]`,
    `${address}%lo`,
    `${address}%1`,
    `[${address}]\\@public.example`,
    `public.example@[${address}]`,
  ];
}

function halvesOf(address: string): readonly [number, number] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split(".").map(Number);
  return [a * 256 + b, c * 256 + d];
}

function octal(value: number): string {
  return `0${value.toString(8)}`;
}

function hex(value: number): string {
  return `0x${value.toString(16)}`;
}
