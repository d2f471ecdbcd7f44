/** Returns filters for a column, from the values that it has. A form that does not have such a field ignores it. */
export function filtersOf(
  column: string,
  rows: ReadonlyArray<Record<string, unknown>>,
): ReadonlyArray<Record<string, unknown>> {
  const values = rows.flatMap((row) => row[column] ?? []);
  const some = [0, 0.3, 0.5, 0.9].map((part) => values[Math.floor(part * (values.length - 1))]);
  const filters: Record<string, unknown>[] = [
    { columns: [column] },
    { isNull: [column] },
    { isNotNull: [column], columns: [column] },
  ];
  for (const value of new Set(some)) {
    if (typeof value === "number") {
      const bound = String(value);
      filters.push({ [`${column}_min`]: bound }, { [`${column}_max`]: bound });
      filters.push({ [`${column}_min`]: `${value - 0.05}`, [`${column}_max`]: `${value + 0.05}` });
      filters.push({ [`${column}_max`]: "9".repeat(50) }, { [`${column}_min`]: `-${"9".repeat(50)}` });
    } else if (typeof value === "string") {
      const day = /^\d{4}-\d{2}-\d{2}/.exec(value)?.[0];
      if (day === undefined) filters.push({ [column]: [value, "it's \\ `not` there"] });
      else {
        filters.push(
          { [column]: { _min: day, _max: day } },
          { [column]: { _min: day } },
          { [column]: { _max: day } },
        );
        if (value.includes("T"))
          filters.push({ [column]: { _min: value.slice(0, 23), _max: value.slice(0, 23) } });
      }
    }
  }
  return filters;
}
