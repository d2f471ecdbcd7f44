import { ConnectorError } from "@wellhead/sdk";
import type { Answer } from "../answer/answer.js";
import { jsonAnswer } from "../answer/json-answer.js";
import { hasSchema } from "./describe-application.js";
import { describeColumns } from "./describe-columns.js";
import type { EndpointContext, EndpointInput } from "./endpoint-context.js";
import { listSources } from "./list-sources.js";
import { readColumns } from "./read-columns.js";
import { readSourceRequest, requestedSource } from "./read-source-request.js";

/**
 * Handles POST /schema: returns the columns of a source, declared or computed for the account and the filter.
 *
 * @param input - The request
 * @param context - Context of the request
 * @returns One member per column
 * @throws ConnectorError `not_found` unless every source of the connector knows its columns
 * @see The connector contract, "Optional v2 endpoints"
 */
export async function schema({ body }: EndpointInput, context: EndpointContext): Promise<Answer> {
  if (!hasSchema(await listSources(context))) {
    throw new ConnectorError("not_found", "Describe columns: this connector does not know them in advance");
  }
  const { source } = await requestedSource(body, context, "default");
  // Fixed columns are public, as GET / lists them too. They are returned without reading the account.
  if (typeof source.fields === "object") return jsonAnswer(describeColumns(source.fields));
  const columns = await readColumns(await readSourceRequest(body, context, "default"), context);
  return jsonAnswer(describeColumns(columns ?? {}));
}
