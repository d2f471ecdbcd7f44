import type { Socket } from "node:net";
import { networkInterfaces } from "node:os";
import { rootCertificates } from "node:tls";
import { upstreamTimeout, upstreamUnavailable } from "../errors/upstream-errors.js";
import { type Address, parseAddress } from "./address.js";
import { type AllowRule, isAllowed, parseAllowList } from "./allow-list.js";
import { canonicalHost } from "./canonical-host.js";
import { isPublicAddress, reachedAddress } from "./classify-address.js";
import { connectPinned } from "./connect-pinned.js";
import { egressRefused, reachRefused } from "./egress-refused.js";
import type { PinnedTarget } from "./pinned-target.js";
import { isReached, parseReachList, type ReachRule } from "./reach-list.js";
import { type ResolveHost, resolveHost } from "./resolve-host.js";
import { withinTime } from "./within-time.js";

/** What the operator decides about the way out. */
export interface EgressOptions {
  /**
   * Private addresses that may be reached: blocks with ports, joined by commas, such as
   * `10.1.0.0/16:5432,127.0.0.1/32:*`. Default: the environment's `WELLHEAD_ALLOW`, else none.
   */
  readonly allow?: string;
  /**
   * Targets that may be reached, of those that are public or allowed: names, `*.` and a name, and blocks, each with a port or
   * `*`. Default: all.
   */
  readonly reach?: readonly string[];
  /** Gives the addresses of a name. Default: the system's resolver. */
  readonly resolve?: ResolveHost;
  /** Addresses of this machine, refused unless allowed. Default: those of its network interfaces. */
  readonly ownAddresses?: () => readonly string[];
  /** Certificate authorities to trust besides Node's own, as PEM. Default: none; `NODE_EXTRA_CA_CERTS` works too. */
  readonly authorities?: readonly string[];
  /** Milliseconds for resolving a name. Default: 5,000. */
  readonly resolveTimeout?: number;
  /** Milliseconds for connecting. Default: 5,000. */
  readonly connectTimeout?: number;
}

/** Where to connect. */
export interface DialOptions {
  /** Name or address, in any spelling. */
  readonly host: string;
  /** Port, 1 to 65,535. */
  readonly port: number;
  /** Ends the attempt. Default: none. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * The one way out: everything a connector reaches is dialled here, after the address has been judged.
 *
 * A host is made canonical, resolved once, and **every** answer must be public or allowed by the operator; then
 * one of exactly these answers is dialled, and the socket's far end is checked against them.
 */
export class Egress {
  /** The operator's list, as it was given. */
  readonly allow: string;
  /** Certificate authorities that TLS connections trust; `undefined` for Node's usual ones. */
  readonly authorities: readonly string[] | undefined;
  readonly #options: EgressOptions;
  readonly #rules: readonly AllowRule[];
  readonly #reach: readonly ReachRule[] | undefined;
  readonly #resolve: ResolveHost;
  readonly #ownAddresses: () => readonly string[];
  readonly #resolveTimeout: number;
  readonly #connectTimeout: number;

  /**
   * Reads the operator's policy.
   *
   * @param options - What the operator decides; each has a default
   * @throws TypeError when the allow list cannot be read
   */
  constructor(options: EgressOptions = {}) {
    this.allow = options.allow ?? process.env["WELLHEAD_ALLOW"] ?? "";
    this.authorities = options.authorities && [...rootCertificates, ...options.authorities];
    this.#options = options;
    this.#rules = parseAllowList(this.allow);
    this.#reach = options.reach && parseReachList(options.reach);
    this.#resolve = options.resolve ?? resolveHost;
    this.#ownAddresses = options.ownAddresses ?? interfaceAddresses;
    this.#resolveTimeout = options.resolveTimeout ?? 5000;
    this.#connectTimeout = options.connectTimeout ?? 5000;
  }

  /**
   * Makes a way out with other rules, which is the same otherwise.
   *
   * @param rules - Rules in place of those of this one; what is absent stays
   * @returns The other way out
   * @throws TypeError when a list cannot be read
   */
  with(rules: Pick<EgressOptions, "allow" | "reach">): Egress {
    return new Egress({ ...this.#options, allow: this.allow, ...rules });
  }

  /**
   * Opens a TCP connection to a target that the policy permits.
   *
   * @param options - Host, port and what ends the attempt
   * @returns A connected socket, for the caller to destroy
   * @throws ConnectorError `invalid_field` when the policy forbids the target, `upstream_unavailable` or `upstream_timeout` when it cannot be reached
   */
  async dial(options: DialOptions): Promise<Socket> {
    const target = await this.pin(options);
    return await connectPinned(target, { timeout: this.#connectTimeout, signal: options.signal });
  }

  /**
   * Judges a target without connecting.
   *
   * @param options - Host, port and what ends the wait for the resolver
   * @returns The addresses that may be dialled
   * @throws ConnectorError `invalid_field` when the policy forbids the target, `upstream_unavailable` or `upstream_timeout` when its name has no address
   */
  async pin({ host, port, signal }: DialOptions): Promise<PinnedTarget> {
    const canonical = canonicalHost(host);
    if (canonical === undefined || !Number.isInteger(port) || port < 1 || port > 65_535)
      throw egressRefused();
    const { name, literal } = canonical;
    const addresses = literal === undefined ? await this.#addressesOf(name, signal) : [name];
    // First, so that nothing is told of the inside that the account kind does not lead to anyway.
    if (this.#reach !== undefined && !isReached(this.#reach, { name, port, addresses })) throw reachRefused();
    if (literal !== undefined && !this.#permits(literal, port)) throw egressRefused();
    for (const text of literal === undefined ? addresses : []) {
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
      upstreamTimeout(`Find the address of "${name}": no answer in ${this.#resolveTimeout} ms`);
    const found = await withinTime(this.#lookUp(name), { milliseconds: this.#resolveTimeout, signal, late });
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
  return upstreamUnavailable(`Find the address of "${name}": the name is not known, check its spelling`, {
    cause,
  });
}

function interfaceAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((found) => (found ?? []).map(({ address }) => address));
}
