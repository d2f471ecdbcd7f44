import type { TableColumn } from "./catalogue.js";

const dated = /^(\d{4,}-\d\d-\d\d)/;

/**
 * Writes a date and time as rows show it.
 *
 * @param column - Its column
 * @param text - The time in UTC as the database writes it, such as `1999-12-31 12:00:00+00`
 * @returns Such as `1999-12-31T12:00:00Z`; every other text unchanged
 */
export function shownMoment({ category }: Pick<TableColumn, "category">, text: string): string {
  if (!hasTime(category) || !dated.test(text)) return text;
  const iso = text.replace(/^(\d{4,}-\d\d-\d\d) (?=\d\d:)/, "$1T");
  return category === "instant" ? iso.replace(/^([^T]+T[\d:.]+)(?:\+00| UTC)?(?=$| BC$)/, "$1Z") : iso;
}

/**
 * Reads a date and time as rows show it, or as the database writes it.
 *
 * @param column - Its column
 * @param text - What a person chose
 * @returns The time in UTC without a zone, such as `1999-12-31 12:00:00`; every other text unchanged
 */
export function storedMoment({ category }: Pick<TableColumn, "category">, text: string): string {
  if (!hasTime(category)) return text;
  const [, day, clock, era = ""] =
    /^(\d{4,}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d(?:\.\d+)?)(?:Z|\+00(?::?00)?| UTC)?( BC)?$/.exec(text) ?? [];
  return day === undefined ? text : `${day} ${clock}${era}`;
}

function hasTime(category: TableColumn["category"]): boolean {
  return category === "timestamp" || category === "instant";
}
