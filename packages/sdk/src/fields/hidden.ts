import type { Field } from "./field.js";

/**
 * Takes a field out of the form: a member of the stored account that signing in has put there.
 *
 * @param field - The field that reads it
 * @returns The same field, not shown
 */
export function hidden<Value>(field: Field<Value>): Field<Value> {
  return { ...field, hidden: true };
}
