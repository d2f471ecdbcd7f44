import type { Exchange } from "../exchange/exchange.js";
import { Finding, notApplicable } from "../expect/finding.js";
import type { CheckContext } from "../requirement/check-context.js";
import { type BodyEndpoint, bodyEndpoints, expectOffer } from "../target/offered.js";

const names: readonly BodyEndpoint[] = ["data", "validate", "datalist", "schema", "timezone", "filter-check"];

/**
 * Returns one refusal of every endpoint that refuses a request, and refusals that do not need an endpoint.
 *
 * @param context - Context of the check
 * @returns The refusals
 * @throws Finding when the connector does not refuse anything
 */
export async function refusals(context: CheckContext): Promise<readonly Exchange[]> {
  const found = [
    await context.get("/no-such-path"),
    await context.get("/validate"),
    await context.post("/validate", { id: "no-such-kind", fields: {} }),
    await context.post("/", { source: "no-such-source", account: {}, filter: {} }),
  ];
  for (const name of names) {
    const offered = await expectOffer(context, name).then(() => true, isMissing);
    if (offered) found.push(await context.post(bodyEndpoints[name], "{"));
  }
  const refused = found.filter(({ status }) => status >= 400);
  if (refused.length === 0) notApplicable("refusals", "The connector refused nothing that is wrong");
  return refused;
}

function isMissing(error: unknown): boolean {
  if (error instanceof Finding && error.kind === "not-applicable") return false;
  throw error;
}
