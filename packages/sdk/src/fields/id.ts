import type { Column, ColumnMembers, Field, FieldMembers } from "./field.js";
import { acceptText } from "./text.js";

/** Options of an id field or column. */
export type IdOptions = FieldMembers & ColumnMembers;

/**
 * Creates a field for an identifier, kept as text so that long numbers lose no digits; as a column, the key of a row.
 *
 * @param options - Label, description, whether it is optional, and the like
 * @returns A field whose value is a string
 * @example
 * ```ts snippet=examples/sdk/fields.ts#id
 * const columns = { id: id(), name: text() };
 * ```
 */
export function id(
  options: IdOptions & { readonly optional: true },
): Field<string | undefined> & Column<"id">;
export function id(options?: IdOptions): Field<string> & Column<"id">;
export function id(options: IdOptions = {}): Field<string | undefined> & Column<"id"> {
  return { ...options, type: "id", column: "id", accept: acceptText };
}
