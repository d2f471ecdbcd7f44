import { AsyncLocalStorage } from "node:async_hooks";
import type { Socket } from "node:net";
import { type DialOptions, Egress, type EgressOptions } from "./egress.js";

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
