import type { FieldDescription } from "@wellhead/contract";
import { emitLabel, emitStaticOptions } from "@wellhead/contract/vocabulary";
import type { Field, Fields } from "@wellhead/sdk";
import { titleOf } from "../../form/read-form.js";

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
