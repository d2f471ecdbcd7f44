import type { DatabaseHost } from "./credentials.js";

/** Hosts as they are written: each a list with commas, as in a connection string of libpq. */
export interface WrittenHosts {
  readonly host: string;
  /** Addresses to dial; empty when the hosts are asked for theirs. */
  readonly address: string;
  /** One port for all hosts, or one for each; an empty one is the default. */
  readonly port: string;
}

/** How hosts are read. */
export interface ReadHostsOptions {
  readonly defaultPort: number;
  /** Makes an error of a reason, and of the field it is about. */
  readonly refuse: (reason: string, field: "host" | "port") => Error;
}

/** Each may be dialled for some seconds. */
const maxHosts = 16;

/**
 * Reads the hosts of a database, one or several.
 *
 * @param written - The lists
 * @param options - How they are read
 * @returns The hosts in order
 * @throws Error made by `refuse`
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
