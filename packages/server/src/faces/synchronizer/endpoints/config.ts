import type { SynchronizerConfigResponse } from "@wellhead/contract/synchronizer";
import { ConnectorError, type Fields, type Webhooks } from "@wellhead/sdk";
import { type Answer, jsonAnswer } from "../../../answer/answer.js";
import type { RequestScope } from "../../../scope/request-scope.js";
import { type FoundSource, sharedFields } from "../../../source/find-source.js";
import { describeFields } from "../../members/describe-field.js";
import { versionOfSources } from "../describe/entity-type.js";
import { listTypes } from "./list-types.js";

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
