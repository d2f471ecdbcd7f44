import type { Socket } from "node:net";
import { type DialOptions, Egress, type EgressOptions } from "./egress.js";

let egress: Egress | undefined;

/**
 * Gives the way out of this process, made on first use from the environment.
 *
 * @returns The egress that {@link dial} and every HTTP client use unless told otherwise
 */
export function processEgress(): Egress {
  egress ??= new Egress();
  return egress;
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
