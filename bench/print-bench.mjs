/**
 * Formats the result of a benchmark as an aligned table.
 *
 * @param {{ title: string, machine: string, rows: object[] }} result The result of `bench()`.
 * @returns {string} The table.
 */
export function printBench({ title, machine, rows }) {
  const lines = [
    ["what", "value", "ratio", "limit", ""],
    ...rows.map(({ what, value, unit, ratio, limit, ok }) => [
      what,
      `${number(value)} ${unit}`,
      ratio === undefined ? "" : `${number(ratio)} ×`,
      limit === undefined ? "" : String(limit),
      verdict(ok),
    ]),
  ];
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  const table = lines.map((line) =>
    line
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])))
      .join("  ")
      .trimEnd(),
  );
  table.splice(
    1,
    0,
    widths
      .map((width) => "-".repeat(width))
      .join("  ")
      .trimEnd(),
  );
  return [`${title} (${machine})`, "", ...table].join("\n");
}

function number(value) {
  return typeof value === "number"
    ? value.toLocaleString("en-US", { maximumFractionDigits: 2 })
    : String(value);
}

function verdict(ok) {
  if (ok === undefined) return "";
  return ok ? "met" : "MISSED";
}
