const part = /YYYY|YY|MM|M|DD|D/g;

/**
 * Returns whether a text is a form of dates: a year, a month and a day, each once, and characters that are neither
 * letters nor digits between them.
 *
 * @param format - A text such as `DD.MM.YYYY`
 */
export function isDateFormat(format: string): boolean {
  const parts = format.match(part) ?? [];
  const kinds = new Set(parts.map((found) => found[0]));
  return parts.length === 3 && kinds.size === 3 && !/[\p{L}\d]/u.test(format.replaceAll(part, ""));
}

/**
 * Returns a function that rewrites dates of a form.
 *
 * @param format - The form, see {@link isDateFormat}
 * @returns Returns a date as `YYYY-MM-DD`; `undefined` for a text that has another form, or is not a day of the calendar
 */
export function dateReader(format: string): (text: string) => string | undefined {
  const kinds: string[] = [];
  const source = format.replaceAll(/YYYY|YY|MM|M|DD|D|[^YMD]+/g, (found) => {
    if (!/^[YMD]/.test(found)) return found.replaceAll(/[\\^$.|?*+()[\]{}/-]/g, String.raw`\$&`);
    kinds.push(found[0] ?? "");
    return found.length === 1 ? String.raw`(\d{1,2})` : String.raw`(\d{${found.length}})`;
  });
  const pattern = new RegExp(`^${source}$`);
  return (text) => {
    const found = pattern.exec(text);
    if (found === null) return undefined;
    const of = (kind: string): string => found[kinds.indexOf(kind) + 1] ?? "";
    const year = of("Y").length === 2 ? `20${of("Y")}` : of("Y");
    const iso = `${year}-${of("M").padStart(2, "0")}-${of("D").padStart(2, "0")}`;
    const day = new Date(`${iso}T00:00:00Z`);
    return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(iso) ? iso : undefined;
  };
}
