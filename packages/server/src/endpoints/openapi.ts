import { type EndpointName, endpoints, openApiDocument } from "@wellhead/contract";
import type { Answer } from "../answer/answer.js";
import { jsonAnswer } from "../answer/json-answer.js";
import { hasSchema } from "./describe-application.js";
import type { EndpointContext, EndpointInput } from "./endpoint-context.js";
import { listSources } from "./list-sources.js";
import { offers } from "./offers.js";

/**
 * Handles GET /openapi.json: returns the endpoints this connector offers as an OpenAPI 3.1 document.
 *
 * @param _input - The request
 * @param context - Context of the request
 * @returns The document
 */
export async function openapi(_input: EndpointInput, context: EndpointContext): Promise<Answer> {
  const { connector } = context.served;
  const schema = hasSchema(await listSources(context));
  const offered = Object.keys(endpoints)
    .filter((name): name is EndpointName => Object.hasOwn(endpoints, name))
    .filter((name) => offers(connector, name) && (name !== "schema" || schema));
  return jsonAnswer(
    openApiDocument({ title: connector.name, version: connector.version, endpoints: offered }),
  );
}
