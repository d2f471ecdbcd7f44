/** Text to look for whatever its case, and how letters of other text are made equal to those in it. */
export interface CaseVariants {
  /** The text in lower case, letter by letter. */
  readonly needle: string;
  /** Letters that stand for one in `lower` when they occur. */
  readonly upper: string;
  /** As many letters of the needle. */
  readonly lower: string;
}

/**
 * Finds the letters that a search whatever the case must take for each other. Databases have lower-case functions of
 * their own that differ by locale, or know ASCII only; replacing just these letters means the same everywhere.
 *
 * A letter whose other case is more than one letter, such as ß, has no other case here.
 *
 * @param text - What is looked for
 * @returns The text in lower case and the letters to replace
 */
export function caseVariants(text: string): CaseVariants {
  const letters = Array.from(text, (letter) => single(letter.toLowerCase()) ?? letter);
  const pairs = [...new Set(letters)].flatMap((letter): readonly (readonly [string, string])[] => {
    const upper = single(letter.toUpperCase());
    return upper === undefined || upper === letter ? [] : [[upper, letter]];
  });
  return {
    needle: letters.join(""),
    upper: pairs.map(([upper]) => upper).join(""),
    lower: pairs.map(([, lower]) => lower).join(""),
  };
}

function single(text: string): string | undefined {
  return Array.from(text).length === 1 ? text : undefined;
}
