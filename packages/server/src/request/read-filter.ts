import { ConnectorError, type Field, type Fields, inputInvalid } from "@wellhead/sdk";
import type { JsonObject } from "../wire/parse-body.js";
import { readForm, titleOf, valueOf } from "./read-form.js";

/** Options of {@link readFilter}. */
export interface ReadFilterOptions {
  /** The current time, which date expressions are relative to. */
  readonly now: Date;
  /** Maximum number of values of one field. */
  readonly maxValues: number;
  /** Returns the time zone of the account; called only when the filter contains a date. */
  readonly zone: () => Promise<string | undefined>;
}

/**
 * Reads the values of a filter form. Dates without an offset are read in the time zone of the account.
 *
 * @param form - Declared filter fields
 * @param values - The filter as received
 * @param options - Current time and time zone
 * @returns One entry per declared field of a type that can be sent
 * @throws ConnectorError `missing_field` or `invalid_field`, with the id of the field
 * @see The connector contract, POST / and "Dates in filters"
 */
export async function readFilter(
  form: Fields,
  values: JsonObject,
  options: ReadFilterOptions,
): Promise<Record<string, unknown>> {
  checkCounts(form, values, options.maxValues);
  const zone = hasDate(form, values) ? await options.zone() : undefined;
  const read = readForm(form, values, zone === undefined ? { now: options.now } : { now: options.now, zone });
  // A text may contain several values, which only its field can tell.
  checkCounts(form, read, options.maxValues);
  return read;
}

/** Throws if a declared field has more values than the maximum. */
function checkCounts(form: Fields, values: JsonObject, maximum: number): void {
  for (const [id, field] of Object.entries(form)) {
    const value = Object.hasOwn(values, id) ? values[id] : undefined;
    if (!Array.isArray(value) || value.length <= maximum) continue;
    throw inputInvalid(
      `Could not read "${titleOf(id, field.title)}": expected at most ${maximum} values, got ${value.length}. Choose fewer values.`,
      { field: id },
    );
  }
}

function hasDate(form: Fields, values: JsonObject): boolean {
  return Object.entries(form).some(
    ([id, field]) =>
      (field.type === "date" || field.type === "datebox") &&
      valueOf(field, Object.hasOwn(values, id) ? values[id] : undefined) !== undefined,
  );
}

/**
 * Reads the values that the options of a field depend on.
 *
 * @param form - The filter form
 * @param field - The field whose options were requested
 * @param given - The values as received, by field id
 * @returns One string per id of `requires`; several values are joined by commas
 * @throws ConnectorError `missing_field` or `invalid_field` naming the field the options depend on
 * @see The connector contract, POST /datalist
 */
export function readDependents(form: Fields, field: Field, given: JsonObject): Record<string, string> {
  return Object.fromEntries(
    (field.requires ?? []).map((id) => {
      const text = joined(id, Object.hasOwn(given, id) ? given[id] : undefined);
      if (text !== "") return [id, text];
      throw new ConnectorError(
        "missing_field",
        `Could not list the options: they depend on "${titleOf(id, form[id]?.title)}". Fill it in first.`,
        { field: id },
      );
    }),
  );
}

function joined(id: string, value: unknown): string {
  if (value === undefined || value === null) return "";
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values
    .filter((item) => item !== null && item !== "")
    .map((item) => {
      if (typeof item === "string" || typeof item === "number" || typeof item === "boolean")
        return String(item);
      throw inputInvalid(`Could not read "${id}": expected text, got a value of type ${typeof item}.`, {
        field: id,
      });
    })
    .join(",");
}
