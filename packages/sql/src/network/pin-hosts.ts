import { type PinnedTarget, processEgress } from "@wellhead/runtime/egress";
import { ConnectorError, isConnectorError } from "@wellhead/sdk";
import type { Credentials, DatabaseHost } from "../account/credentials.js";

/** A server that may be dialled, and the credentials for it. */
export interface PinnedHost {
  /** Credentials for this server only, even if the account names several servers. */
  readonly credentials: Credentials;
  /** The server's address, approved by the egress policy. */
  readonly target: PinnedTarget;
}

/** The servers of a database that may be dialled, in the order in which they are tried. */
export interface PinnedHosts {
  readonly hosts: readonly PinnedHost[];
  /** The servers that must not be dialled or whose name cannot be resolved. */
  readonly failures: readonly HostFailure[];
}

/**
 * Checks the address of each server of a database against the egress policy.
 *
 * @param credentials - Hosts and ports
 * @param signal - Aborts the DNS lookup
 * @param random - Returns numbers from 0 to 1 that order load-balanced hosts. Default: `Math.random`
 * @returns The servers that may be dialled
 * @throws ConnectorError that names the field `host` when there is none
 */
export async function pinHosts(
  credentials: Credentials,
  signal: AbortSignal,
  random: () => number = Math.random,
): Promise<PinnedHosts> {
  const { otherHosts, isBalanced = false, ...first } = credentials;
  if (otherHosts === undefined) return { hosts: [await pinHost(first, signal)], failures: [] };
  const all = [first, ...otherHosts.map((host) => atHost(first, host))];
  const hosts: PinnedHost[] = [];
  const failures: HostFailure[] = [];
  const pinned = await Promise.allSettled(all.map((host) => pinHost(host, signal)));
  signal.throwIfAborted();
  for (const [index, outcome] of pinned.entries()) {
    if (outcome.status === "fulfilled") hosts.push(outcome.value);
    else if (isConnectorError(outcome.reason))
      failures.push({ host: nameOfHost(all[index] ?? first), message: outcome.reason.message });
    else throw outcome.reason;
  }
  if (hosts.length === 0) throw noUsableHost(failures);
  return { hosts: isBalanced ? shuffled(hosts, random) : hosts, failures };
}

/**
 * Formats a server for errors.
 *
 * @param host - The server
 * @returns Its name and port
 */
export function nameOfHost({ host, port }: DatabaseHost): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}

async function pinHost(credentials: Credentials, signal: AbortSignal): Promise<PinnedHost> {
  const { host, address = host, port, socketPath } = credentials;
  // The operator chose the socket. The egress policy limits where callers can make the service connect.
  if (socketPath !== undefined) return { credentials, target: { name: host, port, addresses: [] } };
  try {
    return { credentials, target: await processEgress().pin({ host: address, port, signal }) };
  } catch (error) {
    if (!isConnectorError(error)) throw error;
    throw new ConnectorError(error.code, error.message, { field: "host", cause: error.cause });
  }
}

function atHost(
  credentials: Credentials,
  { host, address, port, password = credentials.password }: DatabaseHost,
): Credentials {
  return { ...credentials, host, address, port, password };
}

/** Returns the items in a random order. All orders are equally likely. */
function shuffled<Item>(items: readonly Item[], random: () => number): readonly Item[] {
  return items
    .map((item) => ({ item, rank: random() }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}

/** One of several servers, which cannot be used. */
export interface HostFailure {
  /** Its name and port. */
  readonly host: string;
  /** The reason, as a sentence. */
  readonly message: string;
}

/**
 * Creates the error for a database none of whose servers can be used.
 *
 * @param failures - Each server with its reason
 * @returns The error to throw
 */
export function noUsableHost(failures: readonly HostFailure[]): ConnectorError {
  const reasons = failures.map(({ host, message }) => `${host}: ${reasonOf(message)}`).join("; ");
  return new ConnectorError(
    "upstream_unavailable",
    `Could not connect to the database: no server of it can be used (${reasons}). Check their names and ports, or ask their administrator.`,
    { field: "host", retryAfter: 5 },
  );
}

/** Returns the reason without the action that failed. */
function reasonOf(message: string): string {
  return message.replace(/^(?:Could not )?\w[^:"]*(?:"[^"]*")?: /, "").replace(/\.$/, "");
}
