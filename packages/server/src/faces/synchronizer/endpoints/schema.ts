import { openAccount } from "../../../account/open-account.js";
import { type Answer, jsonAnswer } from "../../../answer/answer.js";
import type { RequestScope } from "../../../scope/request-scope.js";
import { listSources } from "../../../source/find-source.js";
import { openFound } from "../../../source/open-source.js";
import { describeEntity, type EntityFields } from "../describe/describe-entity.js";
import { readType } from "../describe/entity-type.js";
import type { TypesRequest } from "../requests/requests.js";
import { ownFilter, requestedTypes } from "./list-types.js";

/**
 * Handles POST schema: describes the fields and relations of types.
 *
 * @param request - The request
 * @param scope - The request's scope
 * @returns Fields by id, by type
 * @throws ConnectorError `unknown_source` when there is no such type, and whatever a source throws
 * @see The synchronizer contract, POST schema
 */
export async function schema(
  { types, account: given, filter }: TypesRequest,
  scope: RequestScope,
): Promise<Answer> {
  const found = await requestedTypes(types, scope);
  const sources = await listSources(scope);
  const account = openAccount(given, scope);
  const entities: [string, EntityFields][] = [];
  for (const { id, source } of found) {
    // Fixed columns do not depend on the filter, which need not be filled in yet.
    const isFixed = typeof source.fields === "object" && source.synchronization === undefined;
    const open = isFixed
      ? { id, source, account, filter: {} }
      : await openFound({ id, source }, { account, filter: ownFilter({ id, source }, filter) }, scope);
    entities.push([id, describeEntity(await readType(open, scope), sources)]);
  }
  // `fromEntries` defines own properties, so that a type named `__proto__` cannot set the prototype.
  return jsonAnswer(Object.fromEntries(entities));
}
