/**
 * Finds the known word that the user probably meant.
 *
 * @param typed - The word as typed
 * @param known - The known words
 * @returns The closest word, or `undefined` when none is close
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
 * Formats the suggestion that follows an unknown word.
 *
 * @param typed - The word as typed
 * @param known - The known words
 * @returns ` Did you mean "x"?`, or an empty string when no word is close
 */
export function didYouMean(typed: string, known: readonly string[]): string {
  const word = nearest(typed, known);
  return word === undefined ? "" : ` Did you mean "${word}"?`;
}

/** Returns the edit distance: how many letters must be inserted, deleted, replaced or swapped with a neighbor. */
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
