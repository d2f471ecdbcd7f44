import type { Fields } from "@wellhead/sdk";
import { isEmpty, readForm } from "../form/read-form.js";
import type { JsonObject } from "../request/read-member.js";

/** Options of {@link readFilter}. */
export interface ReadFilterOptions {
  /** The current time, which date expressions are relative to. */
  readonly now: Date;
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
  const zone = hasDate(form, values) ? await options.zone() : undefined;
  return readForm(form, values, zone === undefined ? { now: options.now } : { now: options.now, zone });
}

function hasDate(form: Fields, values: JsonObject): boolean {
  return Object.entries(form).some(
    ([id, field]) =>
      (field.type === "date" || field.type === "datebox") &&
      !(isEmpty(Object.hasOwn(values, id) ? values[id] : undefined) && isEmpty(field.defaultValue)),
  );
}
