import { ExactNumber } from "@wellhead/client";
import type { JsonRecord } from "../../text/record.js";
import type { FormField } from "./form-field.js";

/** Returns the initial values of a form: the defaults of its fields. */
export function startValues(fields: readonly FormField[]): JsonRecord {
  return Object.fromEntries(
    fields.flatMap(({ id, defaultValue }) =>
      defaultValue === undefined || defaultValue === null ? [] : [[id, asTyped(defaultValue)]],
    ),
  );
}

/** Numbers that a double would change are kept as text, as somebody would type them. */
function asTyped(value: unknown): unknown {
  if (value instanceof ExactNumber) return value.text;
  if (Array.isArray(value)) return value.map((element) => asTyped(element));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, asTyped(member)]));
}
