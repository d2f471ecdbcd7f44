import { emitOption } from "@wellhead/contract";
import { suggestDateRanges } from "@wellhead/contract/dates";
import { ConnectorError, type Field, type LiveOptions } from "@wellhead/sdk";
import type { Answer } from "../answer/answer.js";
import { jsonAnswer } from "../answer/json-answer.js";
import { isJsonObject, type JsonObject } from "../request/json-object.js";
import { malformedRequest } from "../request/malformed-request.js";
import { readId, readObject } from "../request/read-member.js";
import { authorContext } from "./author-context.js";
import { collectOptions } from "./collect-options.js";
import type { EndpointContext, EndpointInput } from "./endpoint-context.js";
import { readDependents } from "./read-dependents.js";
import { requestedAccount, requestedSource } from "./read-source-request.js";

/**
 * Handles POST /datalist: returns the options of a filter field.
 *
 * A request has one of two forms. In the first, `source`, `field` and the values the options depend on are in the query
 * and the body is the flat account. In the second, all of them are in the body. A request is of the second form if its
 * body has an object `account`, or if the query lacks `source` or `field`.
 *
 * @param input - The request
 * @param context - Context of the request
 * @returns A JSON array of options
 * @throws ConnectorError `unknown_source`, `unknown_field`, or `missing_field` naming the field the options depend on
 * @see The connector contract, POST /datalist
 */
export async function datalist(input: EndpointInput, context: EndpointContext): Promise<Answer> {
  const { body } = input;
  const query = input.query();
  const inBody = isJsonObject(body["account"]) || !(query.has("source") && query.has("field"));
  const named: JsonObject = { ...(inBody && body), ...onlyOne(query, "source"), ...onlyOne(query, "field") };
  const { source } = await requestedSource(named, context, "required");
  const { id, field } = findField(source.filter, readId(named, "field"));
  const account = requestedAccount((inBody ? readObject(body, "account") : undefined) ?? body, context);
  const dependsOn = readDependents({ form: source.filter, field, query, body: inBody ? body : {} });
  const { control, limits } = context;
  const action = `List options of "${id}"`;
  const live = await control.call({ action }, () =>
    optionsOf(field, () => field.options?.(authorContext(context, account, { more: { dependsOn } }))),
  );
  const options = await collectOptions(live, { most: limits.maxOptions, control, action });
  return jsonAnswer(options.map((option) => emitOption(option)));
}

/** Reads an argument of the query. A repeated argument is accepted only if all its values are equal. */
function onlyOne(query: URLSearchParams, name: string): JsonObject {
  const values = new Set(query.getAll(name));
  if (values.size > 1)
    throw malformedRequest(`Read query: found several values of "${name}", wanted one`, name);
  const [value] = values;
  return value === undefined ? {} : { [name]: value };
}

function findField(
  form: Readonly<Record<string, Field>>,
  id: string | undefined,
): { readonly id: string; readonly field: Field } {
  if (id === undefined) {
    throw new ConnectorError("missing_field", 'Choose a field: "field" is required', { field: "field" });
  }
  const field = new Map(Object.entries(form)).get(id);
  if (field === undefined) {
    throw new ConnectorError("unknown_field", `Find field: the source has no field "${id.slice(0, 80)}"`, {
      field: "field",
    });
  }
  return { id, field };
}

function optionsOf(
  field: Field,
  ask: () => LiveOptions | Promise<LiveOptions> | undefined,
): LiveOptions | Promise<LiveOptions> {
  if (field.choices !== undefined) return field.choices;
  const live = ask() ?? (field.type === "date" ? suggestDateRanges() : undefined);
  if (live !== undefined) return live;
  throw new ConnectorError("unknown_field", `List options: a field of type "${field.type}" has none`, {
    field: "field",
  });
}
