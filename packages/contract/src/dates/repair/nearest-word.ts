/**
 * Returns the word of the vocabulary with the smallest edit distance to the typed word, if the distance is small
 * enough.
 */
export function nearestWord(typed: string, vocabulary: readonly string[]): string | undefined {
  if (vocabulary.includes(typed)) {
    return typed;
  }
  let nearest: string | undefined;
  let fewest = typed.length > 4 ? 2 : 1;
  for (const word of vocabulary) {
    // A word of two letters is a single edit away from too many others.
    if (word.length > 2 && Math.abs(word.length - typed.length) <= 2) {
      const slips = countSlips(typed, word);
      if (slips < fewest || (slips === fewest && nearest === undefined)) {
        nearest = word;
        fewest = slips;
      }
    }
  }
  return nearest;
}

// Returns the optimal string alignment distance: substitutions, deletions, insertions and swaps of neighbours.
function countSlips(typed: string, word: string): number {
  let before: readonly number[] = [];
  let above = Array.from({ length: word.length + 1 }, (_, index) => index);
  for (let row = 1; row <= typed.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= word.length; column += 1) {
      const same = typed[row - 1] === word[column - 1];
      const swapped = typed[row - 1] === word[column - 2] && typed[row - 2] === word[column - 1];
      current.push(
        Math.min(
          at(above, column) + 1,
          at(current, column - 1) + 1,
          at(above, column - 1) + (same ? 0 : 1),
          swapped ? at(before, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    before = above;
    above = current;
  }
  return at(above, word.length);
}

function at(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}
