import { inputInvalid } from "../errors/connector-error.js";
import type { Column, ColumnMembers, Field, FieldMembers } from "./field.js";
import { showValue } from "./show-value.js";

/** Options of a text field or column. */
export type TextOptions = FieldMembers & ColumnMembers;

/**
 * Creates a field for one line of text; as a column, text.
 *
 * @param options - Label, description, whether it is optional, and the like
 * @returns A field whose value is a string
 * @example
 * ```ts snippet=examples/sdk/fields.ts#text
 * const repository = text({ title: "Repository", placeholder: "owner/name" });
 * ```
 */
export function text(
  options: TextOptions & { readonly optional: true },
): Field<string | undefined> & Column<"text">;
export function text(options?: TextOptions): Field<string> & Column<"text">;
export function text(options: TextOptions = {}): Field<string | undefined> & Column<"text"> {
  return { ...options, type: "text", column: "text", accept: acceptText };
}

/**
 * Reads text; a number or a boolean is converted to text.
 *
 * @param raw - The value as received
 * @returns The text
 * @throws ConnectorError `invalid_field` when the value is none of these
 */
export function acceptText(raw: unknown): string {
  if (typeof raw === "string") return raw;
  if (typeof raw === "number" || typeof raw === "boolean") return String(raw);
  throw inputInvalid(`expected text, got ${showValue(raw)}`);
}
