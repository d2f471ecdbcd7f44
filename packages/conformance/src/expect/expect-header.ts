import type { Exchange } from "../probe/exchange.js";
import { unmet } from "../requirement/finding.js";
import { nameExchange } from "./expect-status.js";

/**
 * Demands a header of a certain form.
 *
 * @param exchange - The exchange
 * @param name - Name in lower case
 * @param wanted - What its value must match
 * @throws Finding when it is missing or different
 */
export function expectHeader(exchange: Exchange, name: string, wanted: RegExp): void {
  const value = exchange.headers[name];
  if (value === undefined)
    unmet(`${nameExchange(exchange)} answered without the header "${name}"`, { witness: exchange });
  if (!wanted.test(value))
    unmet(`${nameExchange(exchange)} answered "${name}: ${value}", expected ${wanted.source}`, {
      witness: exchange,
    });
}

/**
 * Demands a JSON answer by its label.
 *
 * @param exchange - The exchange
 * @throws Finding when Content-Type says something else
 */
export function expectJsonType(exchange: Exchange): void {
  expectHeader(exchange, "content-type", /^application\/json\b/i);
}
