import { type EndpointName, endpointFacts } from "@wellhead/contract/vocabulary";
import type { Connector, Source } from "@wellhead/sdk";
import { oauth1FlowOf, oauth2FlowOf } from "../../../oauth/announce-oauth.js";
import { type Answer, emptyAnswer, jsonAnswer, matchesTag, preparedAnswer } from "../../../request/answer.js";
import type { RequestScope } from "../../../request/request-scope.js";
import { listSources } from "../../../request/source/open-source.js";
import { describeApplication, hasSchema } from "../wire/describe-application.js";

/**
 * Handles GET /: describes the connector, its account kinds and its sources.
 *
 * @param tag - `If-None-Match` of the request
 * @param scope - The request
 * @returns The description, or 304 when the caller already has it; a promise only if the sources must be awaited
 * @see The connector contract, GET /
 */
export function application(tag: string | undefined, scope: RequestScope): Answer | Promise<Answer> {
  const { served } = scope;
  const describe = (sources: ReadonlyMap<string, Source>): Answer =>
    preparedAnswer(
      served.prepare("/", sources, () => describeApplication(served.connector, sources)),
      tag,
    );
  const sources = listSources(scope);
  return sources instanceof Promise ? sources.then(describe) : describe(sources);
}

/**
 * Handles GET /openapi.json: returns the endpoints this connector offers as an OpenAPI 3.1 document.
 *
 * @param scope - The request
 * @returns The document
 */
export async function openapi(scope: RequestScope): Promise<Answer> {
  const { connector } = scope.served;
  const schema = hasSchema(await listSources(scope));
  const offered = Object.keys(endpointFacts)
    .filter((name): name is EndpointName => Object.hasOwn(endpointFacts, name))
    .filter((name) => offers(connector, name) && (name !== "schema" || schema));
  // The schemas take longer to load than everything else in a service, and few callers request them.
  const { openApiDocument } = await import("@wellhead/contract");
  return jsonAnswer(
    openApiDocument({ title: connector.name, version: connector.version, endpoints: offered }),
  );
}

/** The logo is the only response that may be cached: it is the same for every caller and contains no private data. */
const kept = { "cache-control": "public, max-age=3600" };

/** Headers that stop a browser from running scripts in a logo that is opened directly. */
const guarded = {
  ...kept,
  "x-content-type-options": "nosniff",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
};

/**
 * Handles GET /logo: returns the logo of the connector.
 *
 * @param tag - `If-None-Match` of the request
 * @param scope - The request
 * @returns SVG; 204 when there is none, 302 when it is at another address, 304 when the caller already has it
 * @see The connector contract, GET /logo
 */
export async function logo(tag: string | undefined, scope: RequestScope): Promise<Answer> {
  const found = await scope.served.logo();
  if (found.kind === "none") return emptyAnswer(204, kept);
  if (found.kind === "elsewhere") return emptyAnswer(302, { ...kept, location: found.address });
  const headers = { ...guarded, etag: found.tag };
  if (matchesTag(tag, found.tag)) return emptyAnswer(304, headers);
  return {
    kind: "value",
    status: 200,
    headers: { ...headers, "content-type": "image/svg+xml" },
    body: found.body,
  };
}

/**
 * Returns whether a connector offers an endpoint. Paths it does not offer return 404.
 *
 * A connector offers the OAuth paths if it has an account kind with that flow. Whether POST /schema is available
 * depends on the current sources, so the endpoint itself decides.
 *
 * @param connector - The connector
 * @param name - The endpoint
 * @returns Whether the path exists
 * @see The connector contract, GET / and "OAuth"
 */
export function offers(connector: Connector, name: EndpointName): boolean {
  if (name === "timezone") return connector.timezone !== undefined;
  const { offered } = endpointFacts[name];
  if (offered === "oauth1") return oauth1FlowOf(connector) !== undefined;
  if (offered === "oauth2") return oauth2FlowOf(connector) !== undefined;
  return offered === "always" || offered === "optional";
}
