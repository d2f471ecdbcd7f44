import { formatLimits, formatValue } from "./measure/figure.mjs";

/**
 * Formats the result of a benchmark as an aligned table.
 *
 * @param {{ title: string, machine: string, rows: import("./measure/figure.mjs").Figure[] }} result The result of
 *   `bench()`.
 * @returns {string} The table.
 */
export function printBench({ title, machine, rows }) {
  const lines = [
    ["what", "median (min–max)", "runs", "ratio", "CPU s per million", "limit", ""],
    ...rows.map((figure) => [
      figure.what,
      formatValue(figure.value, figure.unit),
      String(figure.runs ?? 1),
      figure.ratio === undefined ? "" : formatValue(figure.ratio, "×"),
      figure.processor === undefined ? "" : formatValue(figure.processor, "s"),
      formatLimits(figure),
      verdict(figure.ok),
    ]),
  ];
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  lines.splice(
    1,
    0,
    widths.map((width) => "-".repeat(width)),
  );
  const table = lines.map((line) =>
    line
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column])))
      .join("  ")
      .trimEnd(),
  );
  return [`${title} (${machine})`, "", ...table].join("\n");
}

function verdict(ok) {
  if (ok === undefined) return "";
  return ok ? "met" : "MISSED";
}
