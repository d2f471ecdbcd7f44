import { type ShapeValue, shape } from "@wellhead/sdk";

/** Labels of an issue or pull request: names, or objects with one. */
export const labels = shape.list(shape.oneOf(shape.text, shape.object({ name: shape.text })));

/**
 * Returns the names of labels.
 *
 * @param found - The labels; `null` or `undefined` when GitHub sends none
 * @returns Their names
 */
export function labelNames(
  found: ShapeValue<typeof labels> | null | undefined,
): readonly string[] | undefined {
  return found?.map((label) => (typeof label === "string" ? label : (label.name ?? "")));
}
