import type { Exchange } from "../probe/exchange.js";
import { unmet } from "../requirement/finding.js";

/**
 * Demands one of some statuses.
 *
 * @param exchange - The exchange
 * @param wanted - Statuses that are right
 * @throws Finding when the status is another
 */
export function expectStatus(exchange: Exchange, ...wanted: readonly number[]): void {
  if (wanted.includes(exchange.status)) return;
  unmet(`${nameExchange(exchange)} answered ${exchange.status}, expected ${wanted.join(" or ")}`, {
    witness: exchange,
  });
}

/**
 * Names a request in a message.
 *
 * @param exchange - The exchange
 * @returns Method and path, without query
 */
export function nameExchange(exchange: Exchange): string {
  const { method, path } = exchange.request;
  return `${method} ${/^https?:/.test(path) ? new URL(path).pathname : path.replace(/\?.*$/s, "")}`;
}
