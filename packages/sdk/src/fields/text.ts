import { inputInvalid } from "../errors/connector-error.js";
import { Secret } from "../values/secret.js";
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

/**
 * Creates a field for a secret of an account. The input is masked, and the value is always wrapped in a {@link Secret}.
 *
 * @param options - Label, description, whether it is optional, and the like
 * @returns A field whose value is a {@link Secret}
 * @example
 * ```ts snippet=examples/sdk/fields.ts#password
 * const key = password({ title: "API key" });
 * ```
 */
export function password(options: FieldMembers & { readonly optional: true }): Field<Secret | undefined>;
export function password(options?: FieldMembers): Field<Secret>;
export function password(options: FieldMembers = {}): Field<Secret | undefined> {
  return { ...options, type: "password", accept: acceptSecret };
}

/** Reads a secret. The error does not show the value, because even a malformed value may contain the secret. */
function acceptSecret(raw: unknown): Secret {
  if (raw instanceof Secret) return raw;
  if (typeof raw === "string" || typeof raw === "number") return new Secret(String(raw));
  throw inputInvalid(`expected text, got ${Array.isArray(raw) ? "an array" : typeof raw}`);
}

/** Options of a code editor field. */
export interface HighlightTextOptions extends FieldMembers {
  /** Language of the editor. */
  readonly editorMode: "json" | "sql";
}

/**
 * Creates a field for text in a code editor.
 *
 * @param options - Label and the language of the editor
 * @returns A field whose value is a string
 * @example
 * ```ts snippet=examples/sdk/fields.ts#highlight-text
 * const query = highlightText({ title: "Query", editorMode: "sql" });
 * ```
 */
export function highlightText(
  options: HighlightTextOptions & { readonly optional: true },
): Field<string | undefined>;
export function highlightText(options: HighlightTextOptions): Field<string>;
export function highlightText(options: HighlightTextOptions): Field<string | undefined> {
  return { ...options, type: "highlightText", accept: acceptText };
}

/**
 * Removes a field from the form, because it is a member of the stored account that the sign-in has added.
 *
 * @param field - The field that reads the member
 * @returns The same field, hidden
 */
export function hidden<Value>(field: Field<Value>): Field<Value> {
  return { ...field, hidden: true };
}
