import type { Grouping } from "./chart-spec.js";

const day = 86_400_000;

/** Returns the name of the time period that contains an ISO date, in UTC; `undefined` for text that is not a date. */
export function groupDate(text: string, grouping: Grouping): string | undefined {
  const instant = Date.parse(text);
  if (Number.isNaN(instant)) return undefined;
  const iso = new Date(instant).toISOString();
  switch (grouping) {
    case "hour":
      return `${iso.slice(0, 10)} ${iso.slice(11, 13)}:00`;
    case "day":
      return iso.slice(0, 10);
    case "week":
      return new Date(instant - ((new Date(instant).getUTCDay() + 6) % 7) * day).toISOString().slice(0, 10);
    case "month":
      return iso.slice(0, 7);
    case "quarter":
      return `${iso.slice(0, 4)} Q${Math.ceil(Number(iso.slice(5, 7)) / 3)}`;
    case "year":
      return iso.slice(0, 4);
    default:
      return text;
  }
}
