import { ConnectorError, isConnectorError, type PinnedTarget, processEgress } from "@wellhead/sdk";
import type { Credentials, DatabaseHost } from "../account/credentials.js";
import { type HostFailure, noUsableHost } from "./no-usable-host.js";

/** A server that may be dialled. */
export interface PinnedHost {
  /** Who, and where: of several servers this one only. */
  readonly credentials: Credentials;
  /** The server's address, judged by the egress policy. */
  readonly target: PinnedTarget;
}

/** The servers of a database that may be dialled, in the order in which they are tried. */
export interface PinnedHosts {
  readonly hosts: readonly PinnedHost[];
  /** Those that may not be, or are not known. */
  readonly failures: readonly HostFailure[];
}

/**
 * Has the egress policy judge where the servers of a database are, each of them.
 *
 * @param credentials - Hosts and ports
 * @param signal - Ends the wait for the resolver
 * @param random - Returns numbers from 0 to 1 for the order of balanced hosts. Default: `Math.random`
 * @returns The servers that may be dialled
 * @throws ConnectorError naming the field `host` when there is none
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
 * Names a server in errors.
 *
 * @param host - The server
 * @returns Its name and port
 */
export function nameOfHost({ host, port }: DatabaseHost): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}

async function pinHost(credentials: Credentials, signal: AbortSignal): Promise<PinnedHost> {
  const { host, address = host, port, socketPath } = credentials;
  // The operator chose it; the policy is for where callers may lead us.
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

/** Each order is as likely as any other. */
function shuffled<Item>(items: readonly Item[], random: () => number): readonly Item[] {
  return items
    .map((item) => ({ item, rank: random() }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}
