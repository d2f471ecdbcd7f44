import { type ShapeValue, shape } from "@wellhead/sdk";

/** Another object: its id, or the object where it was asked for. */
export const reference = shape.oneOf(shape.text, shape.object({ id: shape.text }));

/**
 * Reads the id of another object.
 *
 * @param value - The reference; absent for none
 * @returns The id, or `undefined` for none
 */
export function idOf(value: ShapeValue<typeof reference> | null | undefined): string | null | undefined {
  return typeof value === "object" ? value?.id : value;
}
