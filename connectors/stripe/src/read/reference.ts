import { type ShapeValue, shape } from "@wellhead/sdk";

/** A reference to another object: its id, or the object if it was requested. */
export const reference = shape.oneOf(shape.text, shape.object({ id: shape.text }));

/**
 * Returns the id of a referenced object.
 *
 * @param value - The reference; `null` or `undefined` when there is none
 * @returns The id, or `null` or `undefined` when there is none
 */
export function idOf(value: ShapeValue<typeof reference> | null | undefined): string | null | undefined {
  return typeof value === "object" ? value?.id : value;
}
