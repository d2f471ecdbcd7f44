import { ConnectorError } from "@wellhead/sdk";
import { type Answer, jsonAnswer } from "../../../answer/answer.js";
import type { RequestScope } from "../../../scope/request-scope.js";
import { sharedFields } from "../../../source/find-source.js";
import { fieldOptions } from "../../members/field-options.js";
import type { FilterOptionsRequest } from "../requests/requests.js";
import { requestedTypes } from "./list-types.js";

/**
 * Handles POST datalist: returns the options of a filter field, which is that of the first type that has it.
 *
 * @param request - The request
 * @param scope - The request's scope
 * @returns The options
 * @throws ConnectorError `unknown_source`, `unknown_field`, or `missing_field` naming the field the options depend on
 * @see The synchronizer contract, POST datalist
 */
export async function datalist(request: FilterOptionsRequest, scope: RequestScope): Promise<Answer> {
  const { field } = request;
  const types = await requestedTypes(request.types, scope);
  const found =
    types.find(({ source }) => field !== undefined && Object.hasOwn(sharedFields(source), field)) ?? types[0];
  if (found === undefined)
    throw new ConnectorError("unknown_source", "Could not list the options: there are no types.");
  return jsonAnswer({ items: await fieldOptions({ ...request, found }, scope) });
}
