/** English month names, January first. */
export const monthNames = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
] as const;

/** Returns the number of the month (1 to 12) whose full name or first three letters the word is, in any case. */
export function monthNumber(word: string): number | undefined {
  const wanted = word.toLowerCase();
  const index = monthNames.findIndex((name) => {
    const known = name.toLowerCase();
    return known === wanted || known.slice(0, 3) === wanted;
  });
  return index === -1 ? undefined : index + 1;
}
