import { AsyncLocalStorage } from "node:async_hooks";
import type { Socket } from "node:net";
import { type DialOptions, Egress, type EgressOptions } from "./egress.js";

let egress: Egress | undefined;

/** The way out of the work under way, also in its timers and promises. */
const scoped = new AsyncLocalStorage<Egress>();

/**
 * Returns the way out of the work under way: that of its connector and account kind where they have one of their own, else
 * that of this process, made on first use from the environment.
 *
 * @returns The egress that {@link dial} and every HTTP client use unless told otherwise
 */
export function processEgress(): Egress {
  return scoped.getStore() ?? (egress ??= new Egress());
}

/**
 * Does a piece of work that reaches out by another way than the rest of this process.
 *
 * @param way - The way out
 * @param work - The work; what it begins keeps this way out
 * @returns What the work returns
 */
export function withEgress<Value>(way: Egress, work: () => Value): Value {
  return scoped.run(way, work);
}

/**
 * Sets the policy of the way out of this process. For the service that hosts connectors, at its start.
 *
 * @param options - What the operator decides
 * @throws TypeError when the allow list cannot be read
 */
export function configureEgress(options: EgressOptions): void {
  egress = new Egress(options);
}

/**
 * Opens a TCP connection that the operator's policy permits. Database drivers are given these sockets in place
 * of their own dialler.
 *
 * @param options - Host, port and what ends the attempt
 * @returns A connected socket, for the caller to destroy
 * @throws ConnectorError `invalid_field` when the policy forbids the target, `upstream_unavailable` or `upstream_timeout` when it cannot be reached
 * @example
 * ```ts
 * const socket = await dial({ host: account.host, port: 5432, signal });
 * ```
 */
export function dial(options: DialOptions): Promise<Socket> {
  return processEgress().dial(options);
}
