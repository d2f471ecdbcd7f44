import { isObject } from "../expect/json-of.js";
import { notApplicable } from "../requirement/finding.js";
import type { CheckContext } from "../run/check-context.js";
import { applicationOf, declaredBy } from "./application.js";

/** Endpoints that take a JSON body and need no OAuth. */
export const bodyEndpoints = {
  data: "/",
  validate: "/validate",
  datalist: "/datalist",
  schema: "/schema",
  timezone: "/timezone",
  "filter-check": "/validate/filter",
} as const;

/** Name of an endpoint that takes a JSON body. */
export type BodyEndpoint = keyof typeof bodyEndpoints;

/**
 * Demands that the connector offers an endpoint.
 *
 * @param context - Context of the check
 * @param endpoint - The endpoint
 * @throws Finding when it does not, with what decides it
 */
export async function expectOffer(context: CheckContext, endpoint: BodyEndpoint): Promise<void> {
  const { type, features } = await applicationOf(context);
  if (endpoint === "schema" && type !== "crunch") {
    notApplicable('type "crunch"', `GET / declares the type ${JSON.stringify(type)}`);
  }
  if (endpoint === "timezone" && (!isObject(features) || features["timezone"] !== true)) {
    notApplicable("features.timezone", "GET / does not declare it");
  }
  if (endpoint === "datalist") {
    const { sources } = await declaredBy(context);
    const any = sources.some(({ filter }) => filter.some(({ datalist }) => datalist));
    if (!any) notApplicable("datalist", 'No filter field has "datalist": true');
  }
  if (endpoint === "filter-check") {
    const { status } = await context.post(bodyEndpoints["filter-check"], {});
    if (status === 404 || status === 405)
      notApplicable("POST /validate/filter", `The connector answers ${status} there`);
  }
}
