import type { Exchange } from "../exchange/exchange.js";
import { notApplicable } from "../expect/finding.js";
import { isObject } from "../expect/json-of.js";
import type { CheckContext } from "../requirement/check-context.js";
import { applicationOf, declaredBy } from "./application.js";

/** Endpoints that take a JSON body and do not need OAuth. */
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
 * Checks that the connector offers an endpoint.
 *
 * @param context - Context of the check
 * @param endpoint - The endpoint
 * @throws Finding when it does not, with the capability that decides it
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
    const answer = await context.post(bodyEndpoints["filter-check"], {});
    await expectServed(context, bodyEndpoints["filter-check"], answer);
  }
}

/**
 * Checks that a response comes from an endpoint. GET / does not declare whether some paths are served. A path is served
 * if its response differs from that of a path that does not exist.
 *
 * @param context - Context of the check
 * @param path - The path
 * @param answer - The response to a POST to the path
 * @throws Finding when it is 404 or 405, or the same as for a path that does not exist
 */
export async function expectServed(context: CheckContext, path: string, answer: Exchange): Promise<void> {
  const { status, text } = answer;
  if (status === 404 || status === 405)
    notApplicable(`POST ${path}`, `The connector returns ${status} there`);
  const elsewhere = await context.post("/no-such-path-7f3a", {});
  if (elsewhere.status === status && (status >= 400 || elsewhere.text === text))
    notApplicable(`POST ${path}`, `The connector returns ${status} there as it does at any path`);
}
