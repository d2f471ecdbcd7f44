import type { Exchange } from "../exchange/exchange.js";
import { unmet } from "./finding.js";

/**
 * Checks that the status is one of the expected ones.
 *
 * @param exchange - The exchange
 * @param wanted - Expected statuses
 * @throws Finding when the status is another
 */
export function expectStatus(exchange: Exchange, ...wanted: readonly number[]): void {
  if (wanted.includes(exchange.status)) return;
  unmet(`expected ${wanted.join(" or ")} from ${nameExchange(exchange)}, got ${exchange.status}`, {
    witness: exchange,
  });
}

/**
 * Formats a request for a message.
 *
 * @param exchange - The exchange
 * @returns Method and path, without query
 */
export function nameExchange(exchange: Exchange): string {
  const { method, path } = exchange.request;
  return `${method} ${/^https?:/.test(path) ? new URL(path).pathname : path.replace(/\?.*$/s, "")}`;
}
