import type { Answer } from "../answer/answer.js";
import { jsonAnswer } from "../answer/json-answer.js";
import type { EndpointContext, EndpointInput } from "./endpoint-context.js";
import { checkFilter, readSourceRequest } from "./read-source-request.js";

/**
 * Handles POST /validate/filter: checks the types of the values of a filter form, then runs the source's own check.
 *
 * @param input - The request
 * @param context - Context of the request
 * @returns An empty object
 * @throws ConnectorError naming the invalid field
 * @see The connector contract, "Optional v2 endpoints"
 */
export async function validateFilter({ body }: EndpointInput, context: EndpointContext): Promise<Answer> {
  const request = await readSourceRequest(body, context, "default");
  await checkFilter(request, context);
  return jsonAnswer({});
}
