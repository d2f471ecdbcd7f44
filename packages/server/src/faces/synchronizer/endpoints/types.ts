import type { SynchronizerConfigResponse } from "@wellhead/contract/synchronizer";
import { ConnectorError, type Fields, type Webhooks } from "@wellhead/sdk";
import { openAccount } from "../../../request/account/request-account.js";
import { type Answer, jsonAnswer } from "../../../request/answer.js";
import type { RequestScope } from "../../../request/request-scope.js";
import {
  checkFilter,
  type FoundSource,
  listSources,
  openFound,
  requestedSource,
  sharedFields,
  synchronizedSources,
} from "../../../request/source/open-source.js";
import type { JsonObject } from "../../../wire/parse-body.js";
import { describeFields, fieldOptions } from "../../members/form-fields.js";
import { describeEntity, describeRows, type EntityFields } from "../describe/describe-entity.js";
import { readType, versionOfSources } from "../describe/entity-type.js";
import type { FilterOptionsRequest, TypesRequest } from "../requests/requests.js";

/**
 * Handles POST config: lists the types that can be synchronized, and the filter they share.
 *
 * @param scope - The request's scope
 * @returns The types, the filter and the version
 * @throws ConnectorError `not_found` when no source can be synchronized, `internal` when two sources have different
 * filter fields of the same id
 * @see The synchronizer contract, POST config
 */
export async function config(scope: RequestScope): Promise<Answer> {
  const types = await listTypes(scope);
  const { connector } = scope.served;
  const response: SynchronizerConfigResponse = {
    types: types.map(({ id, source }) => ({
      id,
      name: source.name,
      ...(source.description !== undefined && { description: source.description }),
      ...(source.default !== undefined && { default: source.default }),
      ...(source.isUser !== undefined && { isUser: source.isUser }),
    })),
    filters: describeFields(sharedFilter(types)),
    version: versionOfSources(connector.version, types),
    webhooks: describeWebhooks(connector.webhooks),
  };
  return jsonAnswer(response);
}

function describeWebhooks(webhooks: Webhooks | undefined): SynchronizerConfigResponse["webhooks"] {
  return { enabled: webhooks !== undefined, ...(webhooks?.setup === "manual" && { type: "ui" }) };
}

/** Joins the filter fields of the types. A type reads the fields that it declares. */
function sharedFilter(types: readonly FoundSource[]): Fields {
  const fields = new Map<string, { readonly field: Fields[string]; readonly type: string }>();
  for (const { id: type, source } of types) {
    for (const [id, field] of Object.entries(sharedFields(source))) {
      const known = fields.get(id);
      if (known !== undefined && known.field.type !== field.type) {
        throw new ConnectorError(
          "internal",
          `Could not list the filter: "${known.type}" and "${type}" have different fields "${id}". Give one of them another id.`,
        );
      }
      // A field that only some types require cannot be required of all.
      const isOptional = field.optional === true || known?.field.optional === true;
      fields.set(id, { field: isOptional ? { ...(known?.field ?? field), optional: true } : field, type });
    }
  }
  return Object.fromEntries([...fields].map(([id, { field }]) => [id, field]));
}

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
  { types, account: given, filter, isExact }: TypesRequest,
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
    const describe = isExact ? describeRows : describeEntity;
    entities.push([id, describe(await readType(open, scope), sources)]);
  }
  // `fromEntries` defines own properties, so that a type named `__proto__` cannot set the prototype.
  return jsonAnswer(Object.fromEntries(entities));
}

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

/**
 * Lists the types of the connector.
 *
 * @param scope - The request's scope
 * @returns The sources that can be synchronized
 * @throws ConnectorError `not_found` when there is none, as the connector then has no such endpoint
 */
async function listTypes(scope: RequestScope): Promise<readonly FoundSource[]> {
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
