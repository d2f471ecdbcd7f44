/**
 * Formats the position of an error in a statement.
 *
 * @param statement - The statement as the person wrote it, or `undefined` when the person did not write one
 * @param position - Position in characters, counted from one, or `undefined` when unknown
 * @returns Text such as ` (line 2, column 5)`; empty without a statement or a position
 */
export function errorPosition(statement: string | undefined, position: number | undefined): string {
  if (statement === undefined || position === undefined) return "";
  const before = Array.from(statement).slice(0, position - 1);
  const lines = before.join("").split("\n");
  return ` (line ${lines.length}, column ${Array.from(lines.at(-1) ?? "").length + 1})`;
}
