const day = 86_400_000;

/** Every day from one date to another, both included, as `{ date, index, weekday, yearPart }` (weekday 0 is Monday). */
export function* days(from, to) {
  const start = Date.parse(`${from}T00:00:00Z`);
  const count = (Date.parse(`${to}T00:00:00Z`) - start) / day;
  for (let index = 0; index <= count; index += 1) {
    const time = start + index * day;
    const instant = new Date(time);
    const newYear = Date.UTC(instant.getUTCFullYear(), 0, 1);
    yield {
      date: instant.toISOString().slice(0, 10),
      time,
      index,
      count,
      month: instant.getUTCMonth(),
      weekday: (instant.getUTCDay() + 6) % 7,
      yearPart: (time - newYear) / (365.25 * day),
    };
  }
}

/** A wave of one year: 1 at its peak, -1 half a year away. */
export function season(yearPart, peak) {
  return Math.cos(2 * Math.PI * (yearPart - peak));
}

/** An instant as `YYYY-MM-DD HH:MM:SS`. */
export function formatTimestamp(time) {
  return new Date(time).toISOString().slice(0, 19).replace("T", " ");
}
