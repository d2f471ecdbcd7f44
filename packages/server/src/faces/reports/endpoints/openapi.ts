import { type EndpointName, endpointFacts } from "@wellhead/contract/vocabulary";
import { type Answer, jsonAnswer } from "../../../answer/answer.js";
import type { RequestScope } from "../../../scope/request-scope.js";
import { listSources } from "../../../source/find-source.js";
import { hasSchema } from "../describe/describe-application.js";
import { offers } from "./offers.js";

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
