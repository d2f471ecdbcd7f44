import type { DatabaseHost } from "./credentials.js";

/** Hosts as written: each member is a comma-separated list, as in a libpq connection string. */
export interface WrittenHosts {
  readonly host: string;
  /** Addresses to dial. When it is empty, the host names are resolved. */
  readonly address: string;
  /** One port for all hosts, or one for each. An empty entry means the default port. */
  readonly port: string;
}

/** How to read hosts. */
export interface ReadHostsOptions {
  readonly defaultPort: number;
  /** Creates the error from a reason and the field it is about. */
  readonly refuse: (reason: string, field: "host" | "port") => Error;
}

/** Maximum number of hosts. Dialling each of them can take several seconds. */
const maxHosts = 16;

/**
 * Parses the hosts of a database.
 *
 * @param written - The comma-separated lists
 * @param options - How to read them
 * @returns The hosts in order
 * @throws Error created by `refuse`
 * @see PostgreSQL, "Specifying Multiple Hosts"
 */
export function readHosts(
  { host, address, port }: WrittenHosts,
  { defaultPort, refuse }: ReadHostsOptions,
): readonly [DatabaseHost, ...DatabaseHost[]] {
  const addresses = address.trim() === "" ? [] : address.split(",");
  const names = host.trim() === "" && addresses.length > 0 ? addresses : host.split(",");
  const ports = port.split(",");
  if (addresses.length > 0 && addresses.length !== names.length)
    throw refuse(
      `it names ${counted(names, "host")} and ${counted(addresses, "address")}. Name one address for each host.`,
      "host",
    );
  if (ports.length > 1 && ports.length !== names.length)
    throw refuse(
      `it names ${counted(names, "host")} and ${counted(ports, "port")}. Name one port, or one for each host.`,
      "port",
    );
  if (names.length > maxHosts)
    throw refuse(`expected at most ${maxHosts} hosts, got ${names.length}.`, "host");
  const hostAt = (index: number): DatabaseHost => {
    const name = (names[index] ?? "").trim();
    const dialled = (addresses[index] ?? "").trim();
    if (name === "" || name.includes("\0")) throw refuse("it names no host. Fill in this field.", "host");
    const text = (ports.length === 1 ? ports[0] : ports[index])?.trim() ?? "";
    const number = text === "" ? defaultPort : Number(text);
    if (!Number.isInteger(number) || number < 1 || number > 65_535)
      throw refuse(`expected a port from 1 to 65535, got ${text}.`, "port");
    return { host: name, port: number, ...(dialled !== "" && { address: dialled }) };
  };
  return [hostAt(0), ...names.slice(1).map((_, index) => hostAt(index + 1))];
}

function counted(list: readonly string[], noun: string): string {
  const plural = noun.endsWith("s") ? `${noun}es` : `${noun}s`;
  return `${list.length} ${list.length === 1 ? noun : plural}`;
}
