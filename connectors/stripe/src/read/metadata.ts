import { type ShapeValue, shape } from "@wellhead/sdk";

/** Keys and values that a business stores with an object. */
export const metadataShape = shape.record(shape.text);

/**
 * Returns the metadata of an object as a cell.
 *
 * @param metadata - The metadata; `null` or `undefined` when there is none
 * @returns JSON, or `null` when there is none
 * @see https://docs.stripe.com/api/metadata
 */
export function metadataText(metadata: ShapeValue<typeof metadataShape> | null | undefined): string | null {
  return metadata && Object.keys(metadata).length > 0 ? JSON.stringify(metadata) : null;
}
