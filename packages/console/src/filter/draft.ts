import { signal } from "@preact/signals";
import type { SourceInfo } from "../connect/connectors/application.js";
import type { FormField } from "../controls/form/form-field.js";
import { startValues } from "../controls/form/start-values.js";
import { isEmpty } from "../controls/form/submit-form.js";
import type { JsonRecord } from "../text/record.js";

/** Values typed into the filter of the source that is shown, including defaults. */
export const draft = signal<JsonRecord>({});

/** Messages about invalid fields, by field. */
export const draftProblems = signal<ReadonlyMap<string, string>>(new Map());

/** The field whose editor the page opens by itself, such as one with an invalid value. */
export const openedField = signal<string | undefined>(undefined);

/**
 * The required fields that were empty when the source was opened. The list does not change while they are filled in, so
 * that their form stays visible.
 */
export const neededFields = signal<readonly FormField[]>([]);

/** The source whose draft it is: the address of its connector, and its id. */
let drafted = "";

/**
 * Starts the draft of a source: its defaults, replaced by the values of the address. Secrets that were typed for the same
 * source are kept. Another source, also one of the same name at another connector, must not get them.
 */
export function startDraft(
  base: string,
  source: Pick<SourceInfo, "id" | "filter">,
  filter: JsonRecord,
): void {
  const { id: sourceId, filter: fields } = source;
  const before = drafted;
  drafted = JSON.stringify([base, sourceId]);
  const secrets = fields
    .filter(({ id, type }) => before === drafted && type === "password" && draft.peek()[id] !== undefined)
    .map(({ id }) => [id, draft.peek()[id]] as const);
  draft.value = { ...startValues(fields), ...filter, ...Object.fromEntries(secrets) };
  neededFields.value = missingFields(fields, draft.peek());
  draftProblems.value = new Map();
  removedValues.value = undefined;
  openedField.value = undefined;
}

/** Values that were removed because the field they depend on has changed. */
export interface RemovedValues {
  /** The field that has changed. */
  readonly parent: FormField;
  readonly fields: readonly FormField[];
  /** The draft before the change. */
  readonly before: JsonRecord;
}

/** The latest removal that can be undone; `undefined` after the next change. */
export const removedValues = signal<RemovedValues | undefined>(undefined);

/** Changes the value of a field. Values of fields that depend on it belong to its former value, so they are removed. */
export function typeFilter(fields: readonly FormField[], id: string, value: unknown): void {
  const before = draft.peek();
  const parent = fields.find((field) => field.id === id);
  const isChanged = JSON.stringify(before[id]) !== JSON.stringify(value);
  const removed = isChanged ? dependentsOf(fields, id).filter((field) => !isEmpty(before[field.id])) : [];
  draft.value = { ...before, ...Object.fromEntries(removed.map((field) => [field.id, ""])), [id]: value };
  if (parent !== undefined && removed.length > 0) removedValues.value = { parent, fields: removed, before };
  // Further letters of the same field do not make the removal unreachable.
  else if (removedValues.peek()?.parent.id !== id) removedValues.value = undefined;
  if (!draftProblems.value.has(id)) return;
  const problems = new Map(draftProblems.value);
  problems.delete(id);
  draftProblems.value = problems;
}

/** Restores the values before the latest removal. */
export function undoRemoval(): void {
  const removed = removedValues.peek();
  if (removed !== undefined) draft.value = removed.before;
  removedValues.value = undefined;
}

/** Returns the fields that depend on a field, directly or through others. */
function dependentsOf(fields: readonly FormField[], id: string): readonly FormField[] {
  const found = new Set<FormField>();
  const ids = [id];
  for (const parent of ids)
    for (const field of fields)
      if (field.dependsOn.includes(parent) && field.id !== id && !found.has(field)) {
        found.add(field);
        ids.push(field.id);
      }
  return [...found];
}

/** Returns the required fields that have no value. */
export function missingFields(fields: readonly FormField[], values: JsonRecord): readonly FormField[] {
  return fields.filter(({ id, required, type }) => required && type !== "link" && isEmpty(values[id]));
}

/** Returns the part of a filter that may be in the address: values that differ from the defaults, without secrets. */
export function shareableFilter(fields: readonly FormField[], values: JsonRecord): JsonRecord {
  const defaults = startValues(fields);
  const shared = fields.filter(
    ({ id, type }) =>
      type !== "password" &&
      JSON.stringify(values[id]) !== JSON.stringify(defaults[id]) &&
      (!isEmpty(values[id]) || !isEmpty(defaults[id])),
  );
  return Object.fromEntries(shared.map(({ id }) => [id, values[id] ?? ""]));
}
