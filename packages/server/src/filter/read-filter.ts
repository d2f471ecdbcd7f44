import type { Fields } from "@wellhead/sdk";
import { isEmpty, readForm } from "../form/read-form.js";
import type { JsonObject } from "../request/json-object.js";

/** What is needed to read a filter. */
export interface ReadFilterOptions {
  /** The present instant, against which date expressions are read. */
  readonly now: Date;
  /** Gives the zone of the account; asked only when a date is to be read. */
  readonly zone: () => Promise<string | undefined>;
}

/**
 * Reads the values of a filter form; naive dates are read in the zone of the account.
 *
 * @param form - Declared filter fields
 * @param values - The filter as it came over the wire
 * @param options - Clock and zone
 * @returns One entry per declared field that is ever sent
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
