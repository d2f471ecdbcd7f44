/**
 * Says where in a text something is.
 *
 * @param text - The text
 * @param position - Characters from its beginning, counted from one; `undefined` when it is not known
 * @returns Such as ` (line 2, column 5)`; empty when it is not known
 */
export function placeInText(text: string, position: number | undefined): string {
  if (position === undefined) return "";
  const lines = Array.from(text)
    .slice(0, position - 1)
    .join("")
    .split("\n");
  return ` (line ${lines.length}, column ${Array.from(lines.at(-1) ?? "").length + 1})`;
}
