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
export function spellingsOfIpv4(address: string): readonly string[] {
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
export function spellingsOfIpv6(address: string): readonly string[] {
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
