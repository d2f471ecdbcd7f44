/**
 * Finds the word that was probably meant.
 *
 * @param typed - What was typed
 * @param known - The words there are
 * @returns The nearest one, or nothing when none is near
 */
export function nearest(typed: string, known: readonly string[]): string | undefined {
  const text = typed.toLowerCase();
  const start = text.length > 2 ? known.find((word) => word.toLowerCase().startsWith(text)) : undefined;
  if (start !== undefined) return start;
  const [best] = known
    .map((word) => ({ word, steps: distance(text, word.toLowerCase()) }))
    .filter(({ word, steps }) => steps <= Math.max(1, Math.floor(word.length / 3)))
    .toSorted((a, b) => a.steps - b.steps);
  return best?.word;
}

/**
 * Writes the question after an unknown word.
 *
 * @param typed - What was typed
 * @param known - The words there are
 * @returns `; did you mean "x"?`, or empty text when no word is near
 */
export function didYouMean(typed: string, known: readonly string[]): string {
  const word = nearest(typed, known);
  return word === undefined ? "" : `; did you mean "${word}"?`;
}

/** How many letters must be put in, taken out, changed or swapped to come from one word to the other. */
function distance(from: string, to: string): number {
  const rows: number[][] = [];
  const at = (row: number, column: number): number => rows[row]?.[column] ?? Math.max(row, column);
  for (let row = 0; row <= from.length; row += 1) {
    const current = [row];
    rows.push(current);
    for (let column = 1; row > 0 && column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current.push(
        Math.min(
          at(row - 1, column - 1) + (same ? 0 : 1),
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          swapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return at(from.length, to.length);
}
