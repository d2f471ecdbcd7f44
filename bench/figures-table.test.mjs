import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { drawChart } from "./draw-chart.mjs";
import { figuresOf, mergeFigures, replaceTable } from "./figures-table.mjs";

const comments = `# Speed

<!-- The command \`npm run bench -- --write\` writes this table from bench/figures.json. -->

anything

<!-- End of the figures. -->

after
`;
const spread = { median: 1.1, min: 1, max: 1.31 };
const figure = { what: "rows", unit: "s", runs: 5, ratio: spread, value: spread, published: true };

it("replaceTable() shows median, minimum, maximum, processor time, goal and day of each figure", () => {
  const limits = { atMost: 1.2, worst: 1.35 };
  const rows = [
    { ...figure, processor: { median: 0.9, min: 0.8, max: 1 }, limits, ok: true },
    { what: "memory", value: 70, unit: "MiB", limits: { atMost: 64 }, ok: false },
  ];
  const text = replaceTable(comments, { "postgres speed": { date: "2026-01-31", machine: "", rows } });
  expect(text).toContain(
    "| rows | 1.1 × (1–1.31) | 0.9 s (0.8–1) | ≤ 1.2, worst ≤ 1.35 | 5 | 2026-01-31 |\n",
  );
  expect(text).toContain("| memory | 70 MiB |  | ≤ 64, missed | 1 | 2026-01-31 |\n");
  expect(text).not.toContain("anything");
  expect(text.endsWith("\n\nafter\n")).toBe(true);
});

it("replaceTable() refuses a text without the comments around the table", () => {
  expect(() => replaceTable("# Speed\n", {})).toThrow(RangeError);
});

it("mergeFigures() replaces what was measured again and keeps the other figures of earlier runs", () => {
  const run = (what, date) => ({ date, machine: "", rows: [{ ...figure, what }] });
  const hidden = { date: "b", machine: "", rows: [{ ...figure, published: false }] };
  const merged = mergeFigures(
    { "files speed": run("old", "a"), "sqlite speed": run("kept", "a") },
    { "files speed": run("new", "b"), server: hidden },
  );
  expect(merged).toEqual({ "files speed": run("new", "b"), "sqlite speed": run("kept", "a") });
});

it("docs/arrow.md shows the saved figures of its benchmark, once there are any", async () => {
  const page = await readFile(new URL("../docs/arrow.md", import.meta.url), "utf8");
  const figures = JSON.parse(await readFile(new URL("figures.json", import.meta.url), "utf8"));
  const own = figuresOf("arrow", { ...figures, "arrow-head x": {} });
  const written = replaceTable(page, own);
  expect(Object.keys(own).length === 0 || written === page).toBe(true);
});

it("docs/speed.md and its chart show the saved figures", async () => {
  const page = await readFile(new URL("../docs/speed.md", import.meta.url), "utf8");
  const figures = JSON.parse(await readFile(new URL("figures.json", import.meta.url), "utf8"));
  expect(replaceTable(page, figures)).toBe(page);
  const chart = await readFile(new URL("../docs/images/speed.svg", import.meta.url), "utf8");
  expect(chart).toBe(drawChart(figures));
});
