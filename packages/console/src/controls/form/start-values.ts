import type { JsonRecord } from "../../text/record.js";
import type { FormField } from "./form-field.js";

/** Returns the initial values of a form: the defaults of its fields. */
export function startValues(fields: readonly FormField[]): JsonRecord {
  return Object.fromEntries(
    fields.flatMap(({ id, defaultValue }) =>
      defaultValue === undefined || defaultValue === null ? [] : [[id, defaultValue]],
    ),
  );
}
