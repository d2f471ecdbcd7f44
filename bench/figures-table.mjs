import { formatLimits, formatValue } from "./measure/figure.mjs";

/**
 * @typedef {object} Measured
 * @property {string} date Day of the measurement, such as `2026-01-31`.
 * @property {string} machine The machine and the version of Node.
 * @property {import("./measure/figure.mjs").Figure[]} rows The figures that docs/speed.md shows.
 */

const begin = "<!-- The command `npm run bench -- --write` writes this table from bench/figures.json. -->\n";
const end = "<!-- End of the figures. -->\n";

/**
 * Adds the figures of a run to those of earlier runs. A part of a benchmark that was measured again replaces its earlier
 * figures.
 *
 * @param {Record<string, Measured>} earlier Figures by benchmark and part, such as `postgres speed`.
 * @param {Record<string, Measured>} measured The same of this run.
 * @returns {Record<string, Measured>} All figures that docs/speed.md shows, sorted by name.
 */
export function mergeFigures(earlier, measured) {
  const shown = Object.entries(measured).map(([name, { rows, ...run }]) => [
    name,
    { ...run, rows: rows.filter(({ published }) => published === true) },
  ]);
  const all = Object.entries({ ...earlier, ...Object.fromEntries(shown) });
  return Object.fromEntries(
    all.filter(([, { rows }]) => rows.length > 0).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}

/**
 * Returns the figures of a benchmark.
 *
 * @param {string} name The benchmark.
 * @param {Record<string, Measured>} figures Figures by benchmark and part.
 * @returns {Record<string, Measured>} Those of this benchmark.
 */
export function figuresOf(name, figures) {
  return Object.fromEntries(Object.entries(figures).filter(([key]) => key.split(" ")[0] === name));
}

/**
 * Replaces the table of figures in a Markdown text.
 *
 * @param {string} text The text, with the table between two comments.
 * @param {Record<string, Measured>} figures The figures.
 * @returns {string} The text with the table of these figures.
 * @throws RangeError when the comments are missing
 */
export function replaceTable(text, figures) {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from)
    throw new RangeError("Could not write the figures: the comments around them are missing.");
  return `${text.slice(0, from + begin.length)}\n${formatTable(figures)}\n\n${text.slice(to)}`;
}

function formatTable(figures) {
  const lines = Object.values(figures).flatMap(({ date, rows }) =>
    rows.map((figure) => {
      const { what, value, unit, ratio, processor, ok, runs = 1 } = figure;
      const shown = ratio === undefined ? formatValue(value, unit) : formatValue(ratio, "×");
      const limit = `${formatLimits(figure)}${ok === false ? ", missed" : ""}`;
      const cost = processor === undefined ? "" : formatValue(processor, "s");
      return `| ${[what, shown, cost, limit, runs, date].join(" | ")} |`;
    }),
  );
  return [
    "| what | median (minimum–maximum) | our processor time per million | goal | runs | measured |",
    "| --- | ---: | ---: | --- | ---: | --- |",
    ...lines,
  ].join("\n");
}
