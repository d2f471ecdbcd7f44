/**
 * Formats a position in a text.
 *
 * @param text - The text
 * @param position - Position in characters, counted from one, or `undefined` when unknown
 * @returns Text such as ` (line 2, column 5)`, or an empty text when the position is unknown
 */
export function placeInText(text: string, position: number | undefined): string {
  if (position === undefined) return "";
  const lines = Array.from(text)
    .slice(0, position - 1)
    .join("")
    .split("\n");
  return ` (line ${lines.length}, column ${Array.from(lines.at(-1) ?? "").length + 1})`;
}
