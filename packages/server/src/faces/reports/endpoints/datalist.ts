import { type Answer, jsonAnswer } from "../../../answer/answer.js";
import type { RequestScope } from "../../../scope/request-scope.js";
import { requestedSource } from "../../../source/find-source.js";
import { fieldOptions } from "../../members/field-options.js";
import type { OptionsRequest } from "../requests/requests.js";

/**
 * Handles POST /datalist: returns the options of a filter field.
 *
 * @param request - The request
 * @param scope - The request's scope
 * @returns A JSON array of options
 * @throws ConnectorError `unknown_source`, `unknown_field`, or `missing_field` naming the field the options depend on
 * @see The connector contract, POST /datalist
 */
export async function datalist(request: OptionsRequest, scope: RequestScope): Promise<Answer> {
  const found = await requestedSource(request.source, scope, "required");
  return jsonAnswer(await fieldOptions({ ...request, found }, scope));
}
