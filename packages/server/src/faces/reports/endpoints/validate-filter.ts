import { type Answer, jsonAnswer } from "../../../answer/answer.js";
import type { RequestScope } from "../../../scope/request-scope.js";
import { checkFilter, openSource, type SourceRequest } from "../../../source/open-source.js";

/**
 * Handles POST /validate/filter: checks the types of the values of a filter form, then runs the source's own check.
 *
 * @param request - The request
 * @param scope - The request's scope
 * @returns An empty object
 * @throws ConnectorError naming the invalid field
 * @see The connector contract, "Optional v2 endpoints"
 */
export async function validateFilter(request: SourceRequest, scope: RequestScope): Promise<Answer> {
  await checkFilter(await openSource(request, scope, "default"), scope);
  return jsonAnswer({});
}
