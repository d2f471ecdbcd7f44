import { BlockList, isIP } from "node:net";

/**
 * Parses a list of addresses and blocks.
 *
 * @param entries - Addresses such as `10.0.0.7` and blocks such as `10.1.0.0/16` or `fd12::/48`
 * @param setting - Name of the setting, for the error
 * @returns The list
 * @throws TypeError naming the setting and the first entry that is neither
 */
export function parseAddressList(entries: readonly string[], setting: string): BlockList {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = "", length, ...more] = entry.split("/");
    const version = isIP(address);
    const bits = version === 6 ? 128 : 32;
    const prefix = /^\d{1,3}$/.test(length ?? String(bits)) ? Number(length ?? bits) : Number.NaN;
    if (version === 0 || more.length > 0 || !(prefix >= 0 && prefix <= bits) || address.includes("%")) {
      throw new TypeError(
        `Could not read ${setting}: expected addresses or blocks such as 10.0.0.7 or 10.1.0.0/16, got "${entry.slice(0, 60)}".`,
      );
    }
    list.addSubnet(address, prefix, version === 6 ? "ipv6" : "ipv4");
  }
  return list;
}

/**
 * Reports whether a list covers an address.
 *
 * @param list - Addresses and blocks
 * @param address - As {@link plainAddress} returns it
 * @returns Whether the address is one of them
 */
export function isListed(list: BlockList, address: string): boolean {
  const version = isIP(address);
  return version !== 0 && list.check(address, version === 6 ? "ipv6" : "ipv4");
}

/**
 * Normalizes an address to the one form that lists and logs use.
 *
 * @param text - An address; an IPv4 address may be written as IPv6 (`::ffff:10.0.0.7`), an IPv6 one with its zone
 * @returns The address; `undefined` when the text is not one
 */
export function plainAddress(text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  const [address = ""] = text.split("%", 1);
  const mapped = /^::ffff:(?<v4>\d{1,3}(?:\.\d{1,3}){3})$/i.exec(address)?.groups?.["v4"];
  const plain = mapped ?? address.toLowerCase();
  return isIP(plain) === 0 ? undefined : plain;
}
