import type { Column } from "./field.js";

/**
 * Creates a column whose cells are arrays of text, numbers or dates.
 *
 * @param element - Column of the element type: `text()`, `number()` or `date()`
 * @returns The column
 * @example
 * ```ts snippet=examples/sdk/fields.ts#array-of
 * const labels = arrayOf(text({ title: "Labels" }));
 * ```
 */
export function arrayOf<Element extends "text" | "number" | "date">(
  element: Column<Element>,
): Column<`array[${Element}]`> {
  const { title, description, ignore, readonly, subType, selectOptions } = element;
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(ignore !== undefined && { ignore }),
    ...(readonly !== undefined && { readonly }),
    ...(subType !== undefined && { subType }),
    ...(selectOptions !== undefined && { selectOptions }),
    column: `array[${element.column}]` as const,
  };
}
