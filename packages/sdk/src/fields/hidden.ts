import type { Field } from "./field.js";

/**
 * Removes a field from the form, because it is a member of the stored account that the sign-in has added.
 *
 * @param field - The field that reads the member
 * @returns The same field, hidden
 */
export function hidden<Value>(field: Field<Value>): Field<Value> {
  return { ...field, hidden: true };
}
