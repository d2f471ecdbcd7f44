import type { Field, FieldMembers } from "./field.js";
import { acceptText } from "./text.js";

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
