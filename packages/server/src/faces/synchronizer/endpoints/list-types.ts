import { ConnectorError } from "@wellhead/sdk";
import type { JsonObject } from "../../../request/read-member.js";
import type { RequestScope } from "../../../scope/request-scope.js";
import {
  type FoundSource,
  listSources,
  requestedSource,
  sharedFields,
  synchronizedSources,
} from "../../../source/find-source.js";

/**
 * Lists the types of the connector.
 *
 * @param scope - The request's scope
 * @returns The sources that can be synchronized
 * @throws ConnectorError `not_found` when there is none, as the connector then has no such endpoint
 */
export async function listTypes(scope: RequestScope): Promise<readonly FoundSource[]> {
  const types = synchronizedSources(await listSources(scope));
  if (types.length > 0) return types;
  throw new ConnectorError(
    "not_found",
    "Could not list the types: this connector has no rows with a key, which synchronizing needs.",
  );
}

/**
 * Returns the values of the shared filter that a type reads.
 *
 * @param found - The type
 * @param filter - The filter as received
 * @returns The values of its own fields
 */
export function ownFilter({ source }: FoundSource, filter: JsonObject): JsonObject {
  const fields = sharedFields(source);
  return Object.fromEntries(Object.entries(filter).filter(([id]) => Object.hasOwn(fields, id)));
}

/**
 * Finds the types of a request.
 *
 * @param ids - Ids of the types; `undefined` means all
 * @param scope - The request's scope
 * @returns The types, described in full
 * @throws ConnectorError `unknown_source` when there is no such type, `not_found` when there is none at all
 */
export async function requestedTypes(
  ids: readonly string[] | undefined,
  scope: RequestScope,
): Promise<readonly FoundSource[]> {
  const wanted = ids ?? (await listTypes(scope)).map(({ id }) => id);
  const types: FoundSource[] = [];
  for (const id of new Set(wanted))
    types.push(await requestedSource({ id, member: "types" }, scope, "required"));
  return types;
}
