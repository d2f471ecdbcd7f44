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

/** How many letters must be put in, taken out or changed to come from one word to the other. */
function distance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const change = (previous[column - 1] ?? 0) + (from[row - 1] === to[column - 1] ? 0 : 1);
      current.push(Math.min(change, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    previous = current;
  }
  return previous[to.length] ?? 0;
}
