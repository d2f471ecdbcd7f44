import { signal } from "@preact/signals";
import type { FormField } from "../controls/form/form-field.js";
import { isEmpty } from "../controls/form/submit-form.js";
import type { JsonRecord } from "../text/record.js";
import { draft } from "./draft.js";

/** The filter with which the rows on the page were requested. */
export const sentFilter = signal<JsonRecord>({});

/** A source, and its filter as it was typed when rows were requested. */
export interface RanFilter {
  readonly base: string;
  readonly source: string;
  readonly typed: JsonRecord;
}

/** The filter of the rows on the page as it was typed; `undefined` before any rows were requested. */
export const ranFilter = signal<RanFilter | undefined>(undefined);

/** Returns the fields that were edited since the rows on the page were requested; none while they are those of another source. */
export function editedFields(
  base: string,
  source: string,
  fields: readonly FormField[],
): readonly FormField[] {
  const ran = ranFilter.value;
  if (ran === undefined || ran.base !== base || ran.source !== source) return [];
  return fields.filter(({ id }) => !isSameValue(draft.value[id], ran.typed[id]));
}

function isSameValue(left: unknown, right: unknown): boolean {
  return (isEmpty(left) && isEmpty(right)) || JSON.stringify(left) === JSON.stringify(right);
}
