import { type Address, parseAddress, parseUrl } from "@wellhead/sdk/internal";

/** A host after canonicalisation: a name to resolve, or the literal address it spells. */
export interface CanonicalHost {
  /** The name in lower-case ASCII, or the address without brackets. */
  readonly name: string;
  /** The address, when the host is an address in any spelling. */
  readonly literal: Address | undefined;
}

/** Characters not allowed in a host before canonicalisation: those of paths, sockets, ports, user names and zones. */
const forbidden = /[\s/\\@?#%<>^|`"{}\p{Cc}]/u;

/**
 * Converts every spelling of a host to the one that is dialled. `0x7f.1`, `2130706433` and full-width digits become
 * the address they stand for; names become lower-case ASCII.
 *
 * @param host - Host as typed; IPv6 with or without brackets
 * @returns The canonical host, or `undefined` when the text is not a host
 */
export function canonicalHost(host: string): CanonicalHost | undefined {
  if (forbidden.test(host)) return undefined;
  const bare = host.startsWith("[") && host.endsWith("]") ? host.slice(1, -1) : host;
  const address = parseAddress(bare);
  if (address !== undefined) return { name: bare.toLowerCase(), literal: address };
  const name = host.includes(":") ? undefined : parseUrl(`http://${host}/`)?.hostname;
  if (name === undefined) return undefined;
  // The URL parser removes the trailing dot of an address, so only names keep theirs.
  const literal = parseAddress(name);
  return name === "" || name === "." ? undefined : { name, literal };
}
