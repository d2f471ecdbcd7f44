import { AsyncLocalStorage } from "node:async_hooks";
import { lookup } from "node:dns/promises";
import type { Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { rootCertificates } from "node:tls";
import { upstreamTimeout, upstreamUnavailable } from "@wellhead/sdk";
import {
  type Address,
  type AddressRule,
  parseAddress,
  parseReachList,
  parseUrl,
  type ReachRule,
} from "@wellhead/sdk/internal";
import {
  egressRefused,
  isAllowed,
  isPublicAddress,
  isReached,
  type PinnedTarget,
  parseAllowList,
  reachedAddress,
  reachRefused,
} from "./address-policy.js";
import { connectPinned } from "./connect-pinned.js";
import type { HttpLayer } from "./http-layer.js";
import { withinTime } from "./within-time.js";

/** The operator's egress policy. */
export interface EgressOptions {
  /**
   * Private addresses that may be reached: blocks with ports, joined by commas, such as
   * `10.1.0.0/16:5432,127.0.0.1/32:*`. Default: the environment's `WELLHEAD_ALLOW`, else none.
   */
  readonly allow?: string;
  /**
   * Targets that may be reached, out of those that are public or allowed: names, `*.` followed by a name, and blocks. A
   * block ends with `:` and a port or `*`; a name without a port means every port. Default: all.
   */
  readonly reach?: readonly string[];
  /** Resolves a name to its addresses. Default: the system's resolver. */
  readonly resolve?: ResolveHost;
  /** Returns the addresses of this machine, refused unless allowed. Default: those of its network interfaces. */
  readonly ownAddresses?: () => readonly string[];
  /** Certificate authorities to trust in addition to Node's, as PEM. Default: none; `NODE_EXTRA_CA_CERTS` works too. */
  readonly authorities?: readonly string[];
  /** Timeout for resolving a name, in milliseconds. Default: 5,000. */
  readonly resolveTimeout?: number;
  /** Timeout for connecting, in milliseconds. Default: 5,000. */
  readonly connectTimeout?: number;
  /** Records HTTP requests, or responds to them instead of the network. Default: none. */
  readonly layer?: HttpLayer;
}

/** Target of a connection. */
export interface DialOptions {
  /** Name or address, in any spelling. */
  readonly host: string;
  /** Port, 1 to 65,535. */
  readonly port: number;
  /** Aborts the attempt. Default: none. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * The only path out of the process: it opens every connection of a connector, after checking its address.
 *
 * A host is converted to its canonical form and resolved once. **Every** resolved address must be public or allowed by
 * the operator. Only these addresses are dialled, and the socket's remote address is checked against them.
 */
export class Egress {
  /** The operator's allow list, as it was configured. */
  readonly allow: string;
  /** Certificate authorities that TLS connections trust; `undefined` for Node's defaults. */
  readonly authorities: readonly string[] | undefined;
  /** What every HTTP request passes on its way to the network; `undefined` for nothing. */
  readonly layer: HttpLayer | undefined;
  readonly #options: EgressOptions;
  readonly #rules: readonly AddressRule[];
  readonly #reach: readonly ReachRule[] | undefined;
  readonly #resolve: ResolveHost;
  readonly #ownAddresses: () => readonly string[];
  readonly #resolveTimeout: number;
  readonly #connectTimeout: number;

  /**
   * Parses the operator's policy.
   *
   * @param options - The policy; each option has a default
   * @throws TypeError when a list cannot be parsed
   */
  constructor(options: EgressOptions = {}) {
    this.allow = options.allow ?? process.env["WELLHEAD_ALLOW"] ?? "";
    this.authorities = options.authorities && [...rootCertificates, ...options.authorities];
    this.layer = options.layer;
    this.#options = options;
    this.#rules = parseAllowList(this.allow);
    this.#reach = options.reach && parseReachList(options.reach);
    this.#resolve = options.resolve ?? resolveHost;
    this.#ownAddresses = options.ownAddresses ?? interfaceAddresses;
    this.#resolveTimeout = options.resolveTimeout ?? 5000;
    this.#connectTimeout = options.connectTimeout ?? 5000;
  }

  /**
   * Returns an egress with other rules and otherwise the same options.
   *
   * @param rules - Rules that replace those of this egress; omitted ones are kept
   * @returns The new egress
   * @throws TypeError when a list cannot be parsed
   */
  with(rules: Pick<EgressOptions, "allow" | "reach" | "layer">): Egress {
    return new Egress({ ...this.#options, allow: this.allow, ...rules });
  }

  /**
   * Opens a TCP connection to a target that the policy permits.
   *
   * @param options - Host, port and the signal that aborts the attempt
   * @returns A connected socket, for the caller to destroy
   * @throws ConnectorError `invalid_field` when the policy forbids the target, `upstream_unavailable` or
   *   `upstream_timeout` when it cannot be reached
   */
  async dial(options: DialOptions): Promise<Socket> {
    const target = await this.pin(options);
    return await connectPinned(target, { timeout: this.#connectTimeout, signal: options.signal });
  }

  /**
   * Checks a target without connecting.
   *
   * @param options - Host, port and the signal that aborts the wait for the resolver
   * @returns The addresses that may be dialled
   * @throws ConnectorError `invalid_field` when the policy forbids the target, `upstream_unavailable` or
   *   `upstream_timeout` when its name does not resolve
   */
  async pin({ host, port, signal }: DialOptions): Promise<PinnedTarget> {
    const canonical = canonicalHost(host);
    if (canonical === undefined || !Number.isInteger(port) || port < 1 || port > 65_535)
      throw egressRefused();
    const { name, literal } = canonical;
    const addresses = literal === undefined ? await this.#addressesOf(name, signal) : [name];
    // Checked first, so that the error reveals nothing about internal addresses that the account kind does not reach.
    if (this.#reach !== undefined && !isReached(this.#reach, { name, port, addresses })) throw reachRefused();
    for (const text of addresses) {
      const address = parseAddress(text);
      if (address === undefined || !this.#permits(address, port)) throw egressRefused();
    }
    return { name, port, addresses };
  }

  #permits(address: Address, port: number): boolean {
    if (isAllowed(this.#rules, address, port)) return true;
    return isPublicAddress(address) && !this.#isOwn(address);
  }

  #isOwn(address: Address): boolean {
    const { family, value } = reachedAddress(address);
    return this.#ownAddresses().some((text) => {
      const own = parseAddress(text);
      return own !== undefined && own.family === family && own.value === value;
    });
  }

  async #addressesOf(name: string, signal: AbortSignal | undefined): Promise<readonly string[]> {
    const late = () =>
      upstreamTimeout(
        `Could not find the address of "${name}": no response within ${this.#resolveTimeout} ms. Try again later.`,
      );
    const found = await withinTime(this.#lookUp(name), {
      timeoutMs: this.#resolveTimeout,
      signal,
      timeoutError: late,
    });
    if (found.length === 0) throw unknownName(name);
    return found;
  }

  async #lookUp(name: string): Promise<readonly string[]> {
    try {
      return await this.#resolve(name);
    } catch (error) {
      throw unknownName(name, error);
    }
  }
}

function unknownName(name: string, cause?: unknown): Error {
  return upstreamUnavailable(
    `Could not find the address of "${name}": the name is not known. Check its spelling.`,
    {
      cause,
    },
  );
}

function interfaceAddresses(): readonly string[] {
  const found = Object.values(networkInterfaces()).flat();
  return found.filter((one) => one !== undefined).map(({ address }) => address);
}

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
  return name === "." ? undefined : { name, literal };
}

/** Resolves a name to all its addresses; throws when there is none. */
export type ResolveHost = (name: string) => Promise<readonly string[]>;

/**
 * Resolves a name to all its addresses with the system's resolver.
 *
 * @param name - Name in canonical form
 * @returns All its addresses, in the resolver's order
 */
async function resolveHost(name: string): Promise<readonly string[]> {
  const found = await lookup(name, { all: true, verbatim: true });
  return found.map(({ address }) => address);
}

let egress: Egress | undefined;

/** Egress of the current work, including its timers and promises. */
const scoped = new AsyncLocalStorage<Egress>();

/**
 * Returns the egress of the current work: that of its connector and account kind where they have one of their own,
 * else that of this process, created on first use from the environment.
 *
 * @returns The egress that {@link dial} and every HTTP client use unless told otherwise
 */
export function processEgress(): Egress {
  return scoped.getStore() ?? (egress ??= new Egress());
}

/**
 * Runs work with another egress than the rest of this process.
 *
 * @param way - The egress
 * @param work - The work; timers and promises it starts keep this egress
 * @returns What the work returns
 */
export function withEgress<Value>(way: Egress, work: () => Value): Value {
  return scoped.run(way, work);
}

/**
 * Sets the egress policy of this process. Called by the service that hosts connectors, at startup.
 *
 * @param options - The operator's policy
 * @throws TypeError when a list cannot be parsed
 */
export function configureEgress(options: EgressOptions): void {
  egress = new Egress(options);
}

/**
 * Opens a TCP connection that the operator's policy permits. Database drivers use these sockets instead of opening
 * their own.
 *
 * @param options - Host, port and the signal that aborts the attempt
 * @returns A connected socket, for the caller to destroy
 * @throws ConnectorError `invalid_field` when the policy forbids the target, `upstream_unavailable` or
 *   `upstream_timeout` when it cannot be reached
 * @example
 * ```ts
 * const socket = await dial({ host: account.host, port: 5432, signal });
 * ```
 */
export function dial(options: DialOptions): Promise<Socket> {
  return processEgress().dial(options);
}
