import type { FieldDescription } from "@wellhead/contract";
import { suggestDateRanges } from "@wellhead/contract/dates";
import { emitLabel, emitOption, emitStaticOptions } from "@wellhead/contract/vocabulary";
import { ConnectorError, type Field, type Fields, type LiveOptions } from "@wellhead/sdk";
import { authorContext } from "../../request/account/author-context.js";
import { openAccount } from "../../request/account/request-account.js";
import { readDependents } from "../../request/read-filter.js";
import { titleOf } from "../../request/read-form.js";
import type { RequestScope } from "../../request/request-scope.js";
import { collectOptions } from "../../request/source/collect-options.js";
import type { FoundSource } from "../../request/source/open-source.js";
import type { GivenAccount } from "../../wire/account-members.js";
import type { JsonObject } from "../../wire/parse-body.js";

/**
 * Describes the fields of a form in the form that GET / returns.
 *
 * @param form - Fields by id
 * @returns One entry per visible field, in order
 * @see The connector contract, GET /, `fields[]` and `filter[]`
 */
export function describeFields(form: Fields): FieldDescription[] {
  return Object.entries(form)
    .filter(([, field]) => field.hidden !== true)
    .map(([id, field]) => describeField(id, field));
}

/**
 * Returns whether POST /datalist returns options for a field.
 *
 * @param field - A field of a filter form
 * @returns Whether it has fixed choices, live options, or suggested date ranges
 */
function hasDatalist(field: Field): boolean {
  return field.options !== undefined || field.choices !== undefined || field.type === "date";
}

function describeField(id: string, field: Field): FieldDescription {
  const title = titleOf(id, field.title);
  const { defaultValue, placeholder, value, editorMode, choices, requires } = field;
  return {
    id,
    title,
    name: title,
    description: field.description ?? "",
    type: field.type,
    optional: field.optional === true,
    required: field.optional !== true,
    ...emitLabel(title, field.optional === true),
    ...(defaultValue !== undefined && { defaultValue }),
    ...(placeholder !== undefined && { placeholder }),
    ...(field.private !== undefined && { private: field.private }),
    ...(field.secured !== undefined && { secured: field.secured }),
    ...(value !== undefined && { value }),
    ...(editorMode !== undefined && { editorMode }),
    ...(hasDatalist(field) && { datalist: true }),
    ...(requires !== undefined && requires.length > 0 && { datalist_requires: [...requires] }),
    ...(choices !== undefined && emitStaticOptions(choices)),
  };
}

/** A request for the options of a filter field. */
export interface FieldOptionsRequest {
  readonly found: FoundSource;
  /** Id of the field; `undefined` when the request names none. */
  readonly field: string | undefined;
  readonly account: GivenAccount;
  /** The values the options depend on, by field id. */
  readonly dependsOn: JsonObject;
}

/**
 * Lists the options of a filter field.
 *
 * @param request - The source, the field, the account and the values that the options depend on
 * @param scope - The request's scope
 * @returns The options, as both faces emit them
 * @throws ConnectorError `unknown_field`, or `missing_field` naming the field the options depend on
 * @see The connector contract, POST /datalist
 */
export async function fieldOptions(
  { found, ...request }: FieldOptionsRequest,
  scope: RequestScope,
): Promise<ReturnType<typeof emitOption>[]> {
  const form = found.source.filter;
  const { id, field } = findField(form, request.field);
  const account = openAccount(request.account, scope, found.id);
  const dependsOn = readDependents(form, field, request.dependsOn);
  const { control, service } = scope;
  const action = `list the options of "${id}"`;
  const live = await control.call({ action }, () =>
    optionsOf(field, () => field.options?.(authorContext(scope, account, { more: { dependsOn } }))),
  );
  const options = await collectOptions(live, { maxOptions: service.limits.maxOptions, control, action });
  return options.map((option) => emitOption(option));
}

function findField(
  form: Readonly<Record<string, Field>>,
  id: string | undefined,
): { readonly id: string; readonly field: Field } {
  if (id === undefined) {
    throw new ConnectorError(
      "missing_field",
      'Could not list the options: "field" is required. Name a field of the source.',
      { field: "field" },
    );
  }
  const field = new Map(Object.entries(form)).get(id);
  if (field === undefined) {
    throw new ConnectorError(
      "unknown_field",
      `Could not list the options: the source has no field "${id.slice(0, 80)}".`,
      {
        field: "field",
      },
    );
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
  throw new ConnectorError(
    "unknown_field",
    `Could not list the options: a field of type "${field.type}" has none.`,
    {
      field: "field",
    },
  );
}
