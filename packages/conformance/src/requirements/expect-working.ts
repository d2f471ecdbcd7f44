import type { Exchange } from "../exchange/exchange.js";
import { expectStatus, nameExchange } from "../expect/expect-status.js";
import { unmet } from "../expect/finding.js";
import type { CheckContext } from "../requirement/check-context.js";
import { askRows, dataTarget } from "../target/data-target.js";
import { validated } from "../target/validate-target.js";

/** Name of the cause when the connector or its upstream fails for every request. */
const connectorFails = "connector-fails";

/**
 * Checks that an endpoint responds with 200. When POST /validate and POST / both fail, they share one cause.
 *
 * @param context - Context of the check
 * @param exchange - The response of the endpoint
 * @throws Finding when the status is another
 */
export async function expectWorking(context: CheckContext, exchange: Exchange): Promise<void> {
  if (exchange.status >= 500 && (await context.once(failsEverywhere)))
    unmet(`expected 200 from ${nameExchange(exchange)}, got ${exchange.status}`, {
      witness: exchange,
      cause: connectorFails,
    });
  expectStatus(exchange, 200);
}

async function failsEverywhere(context: CheckContext): Promise<boolean> {
  const answers = [
    validated(context).then(({ exchange }) => exchange.status),
    dataTarget(context).then(async (target) => (await askRows(context, target)).status),
  ];
  // Another requirement reports why a request could not be sent.
  const statuses = await Promise.all(answers.map((answer) => answer.catch(() => 0)));
  return statuses.every((status) => status >= 500);
}
