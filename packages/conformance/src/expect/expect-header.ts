import type { Exchange } from "../exchange/exchange.js";
import { nameExchange } from "./expect-status.js";
import { unmet } from "./finding.js";

/**
 * Checks that a header has a value that matches a pattern.
 *
 * @param exchange - The exchange
 * @param name - Name in lower case
 * @param wanted - The pattern
 * @throws Finding when it is missing or different
 */
export function expectHeader(exchange: Exchange, name: string, wanted: RegExp): void {
  const value = exchange.headers[name];
  if (value === undefined)
    unmet(`${nameExchange(exchange)} lacks the header "${name}"`, { witness: exchange });
  if (!wanted.test(value))
    unmet(
      `expected the header "${name}" of ${nameExchange(exchange)} to match ${wanted.source}, got "${value}"`,
      {
        witness: exchange,
      },
    );
}

/**
 * Checks that the Content-Type of a response is JSON.
 *
 * @param exchange - The exchange
 * @throws Finding when Content-Type is something else
 */
export function expectJsonType(exchange: Exchange): void {
  expectHeader(exchange, "content-type", /^application\/json\b/i);
}
