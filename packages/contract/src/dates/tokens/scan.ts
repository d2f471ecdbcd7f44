/** A test of one character by its UTF-16 code. */
export type CharacterTest = (code: number) => boolean;

/** Reports whether the code is an ASCII digit. */
export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** Reports whether the code is an ASCII letter. */
export function isLetter(code: number): boolean {
  // Setting bit 5 converts an ASCII capital to lower case, and moves no other character into the range.
  const small = code | 32;
  return small >= 97 && small <= 122;
}

/** Reports whether the code is one of the four characters that the grammar skips. */
export function isSpace(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 13;
}

/** Reports whether the code may occur in the month of a date. */
export function isMonthCharacter(code: number): boolean {
  return isLetter(code) || isDigit(code) || code === 95;
}

/** Returns the index after the longest run of matching characters that starts at the index. */
export function skipRun(text: string, index: number, matches: CharacterTest): number {
  let end = index;
  while (end < text.length && matches(text.charCodeAt(end))) {
    end += 1;
  }
  return end;
}
