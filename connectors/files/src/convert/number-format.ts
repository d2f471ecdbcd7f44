/** Meaning of a number according to the format of its cell. */
export type NumberMeaning = "number" | "date" | "moment" | "time" | "duration";

/** Built-in formats, which have no format text in the file, by id. */
const builtIn: ReadonlyArray<readonly [first: number, last: number, meaning: NumberMeaning]> = [
  [14, 17, "date"],
  [18, 21, "time"],
  [22, 22, "moment"],
  // Built-in formats of East Asian versions.
  [27, 31, "date"],
  [32, 35, "time"],
  [36, 36, "date"],
  [45, 45, "time"],
  [46, 46, "duration"],
  [47, 47, "time"],
  [50, 58, "date"],
];

/**
 * Returns the meaning of numbers with a format.
 *
 * @param id - Id of its format
 * @param code - The text of the format, such as `yyyy-mm-dd`. Default: one of the built-in formats
 * @returns The meaning
 * @see https://www.ecma-international.org/publications-and-standards/standards/ecma-376/ part 1, section 18.8.30
 */
export function numberMeaning(id: number, code: string | undefined): NumberMeaning {
  if (code === undefined) {
    return builtIn.find(([first, last]) => id >= first && id <= last)?.[2] ?? "number";
  }
  // The first section is for positive numbers. Quoted text, escaped letters, fillers and colours are ignored.
  const [section = ""] = code
    .replaceAll(/"[^"]*"|\\.|[_*]./g, "")
    .toLowerCase()
    .split(";");
  if (/\[(?:h+|m+|s+)\]/.test(section)) return "duration";
  const letters = section.replaceAll(/\[[^\]]*\]|general/g, "");
  const hasDate = /[yd]|e(?![+-])|(?<![hs:.]\s*)m{3,}/.test(letters) || /^[^hs]*m[^hs]*$/.test(letters);
  const hasTime = /[hs]|am\/pm|a\/p/.test(letters);
  if (hasDate) return hasTime ? "moment" : "date";
  return hasTime ? "time" : "number";
}
