import { inputInvalid } from "../errors/input-invalid.js";
import type { Column, ColumnMembers, Field, FieldMembers } from "./field.js";
import { showValue } from "./show-value.js";

/** Members of a text field or column. */
export type TextOptions = FieldMembers & ColumnMembers;

/**
 * One line of text; as a column, text.
 *
 * @param options - Label, description, obligation and the like
 * @returns A field whose value is a string
 */
export function text(
  options: TextOptions & { readonly optional: true },
): Field<string | undefined> & Column<"text">;
export function text(options?: TextOptions): Field<string> & Column<"text">;
export function text(options: TextOptions = {}): Field<string | undefined> & Column<"text"> {
  return { ...options, type: "text", column: "text", accept: acceptText };
}

/**
 * Reads text; a number or a boolean is taken as it would be written.
 *
 * @param raw - The value as it came over the wire
 * @returns The text
 * @throws ConnectorError `invalid_field` when it is neither
 */
export function acceptText(raw: unknown): string {
  if (typeof raw === "string") return raw;
  if (typeof raw === "number" || typeof raw === "boolean") return String(raw);
  throw inputInvalid(`found ${showValue(raw)}, wanted text`);
}
