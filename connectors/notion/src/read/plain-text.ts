import { type ShapeValue, shape } from "@wellhead/sdk";

/** Text with its formatting, in pieces. */
export const richText = shape.list(shape.object({ plain_text: shape.text }));

/**
 * Joins the pieces of a text.
 *
 * @param pieces - The pieces; `null` or `undefined` when there is none
 * @returns The text without its formatting
 */
export function plainText(pieces: ShapeValue<typeof richText> | null | undefined): string {
  return (pieces ?? []).map((piece) => piece.plain_text ?? "").join("");
}
