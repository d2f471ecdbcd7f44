import { openAccount } from "../../../account/open-account.js";
import { type Answer, jsonAnswer } from "../../../answer/answer.js";
import type { RequestScope } from "../../../scope/request-scope.js";
import { checkFilter, openFound } from "../../../source/open-source.js";
import type { TypesRequest } from "../requests/requests.js";
import { ownFilter, requestedTypes } from "./list-types.js";

/**
 * Handles POST filter/validate: checks the values of the filter for each type, and runs the check of its source.
 *
 * @param request - The request
 * @param scope - The request's scope
 * @returns An empty object
 * @throws ConnectorError naming the invalid field
 * @see The synchronizer contract, POST filter/validate
 */
export async function validateFilter(request: TypesRequest, scope: RequestScope): Promise<Answer> {
  const types = await requestedTypes(request.types, scope);
  const account = openAccount(request.account, scope);
  for (const found of types) {
    const filter = ownFilter(found, request.filter);
    await checkFilter(await openFound(found, { account, filter }, scope), scope);
  }
  return jsonAnswer({});
}
