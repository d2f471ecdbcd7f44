/** A text for a case-insensitive search, and the letters to replace in the searched text. */
export interface CaseVariants {
  /** The text in lower case, converted letter by letter. */
  readonly needle: string;
  /** Upper-case letters. Each one is replaced with the letter at the same position in `lower`. */
  readonly upper: string;
  /** The corresponding lower-case letters, which occur in the needle. */
  readonly lower: string;
}

/**
 * Finds the letters that a case-insensitive search must treat as equal. The lower-case functions of databases differ by
 * locale or know only ASCII. Replacing exactly these letters has the same effect in every database.
 *
 * A letter whose other case has more than one letter, such as ß, is matched only as it is.
 *
 * @param text - The text to search for
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
