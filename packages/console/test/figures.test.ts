import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { Results, type ResultTable, type RowCondition, type SummaryQuery } from "@wellhead/results";
import { RowServer } from "@wellhead/test-support/http/row-server";
import { isLong } from "@wellhead/test-support/properties/is-long";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { rowsOfGroup } from "../src/chart/draw/mark-rows.js";
import { loadKind } from "../src/chart/load-kind.js";
import { pivot } from "../src/chart/pivot.js";
import { plotQuery } from "../src/chart/use-plot.js";
import { columnFacts } from "../src/rows/columns/column-facts.js";
import type { PlotSpec } from "../src/workbench/view/plot-spec.js";

// Every figure of a chart, as it reaches the chart library, and of the columns is checked by a program in Python that
// reads the rows.

const checker = fileURLToPath(new URL("check_figures.py", import.meta.url));
const server = new RowServer();
const zone = process.env["TZ"];
const isProof = process.env["WELLHEAD_PROOF"] === "figures";
const rounds = Number(process.env["WELLHEAD_FIGURE_TABLES"] ?? 1);
/** Each round may take as long as any other test. */
const timeout = rounds * 120_000;
let results: Results | undefined;

beforeAll(() => server.start());
afterEach(async () => {
  if (zone === undefined) delete process.env["TZ"];
  else process.env["TZ"] = zone;
  await results?.close();
});
afterAll(() => server.stop());

/** Returns numbers below a maximum, always the same ones. */
function numbersFrom(seed: number): (maximum: number) => number {
  let state = seed;
  return (maximum) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * maximum);
  };
}

const long = "A name that is longer than the chart shows so that two of them look alike: number";
/** Names that a chart also uses itself, and those that look alike. */
const kinds = [
  "green",
  "Others",
  "(empty)",
  "(blank)",
  "",
  "  ",
  "Ünï 🍵",
  `${long} 1`,
  `${long} 2`,
  "3 others",
  "null",
];
/** Doubles that cancel each other, whose sums lose digits unless they are exact. */
const waves = ["1e16", "-1e16", "1.5", "-1.25", "1e100", "-1e100", "3e-5", "0.1", "7e-120"];
const offsets = ["Z", "+05:30", "-03:30", "+12:45", "-11:00"];

/** Writes rows as JSON: times around the changes of the clock, huge integers, decimals, negative zero, nulls. */
function writeRows(seed: number, count: number): readonly string[] {
  const next = numbersFrom(seed);
  const maybe = (text: string, share = 12): string => (next(share) === 0 ? "null" : text);
  const time = (): string => {
    // The nights of March and October 2026 in which most zones change, and other days.
    const base = [Date.UTC(2026, 2, 28), Date.UTC(2026, 9, 24), Date.UTC(2025, 11, 30)][next(3)] ?? 0;
    return new Date(base + next(6 * 24 * 60) * 60_000 + next(60) * 1_000).toISOString().slice(0, 19);
  };
  const decimal = (): string => {
    const cents = next(200_000) - 60_000;
    const text = (Math.abs(cents) / 100).toFixed(2);
    return cents < 0 || next(40) === 0 ? `-${text}` : text;
  };
  return Array.from({ length: count }, () => {
    const words: Readonly<Record<string, string>> = {
      at: maybe(`"${time()}${offsets[next(offsets.length)]}"`),
      local: maybe(`"${time()}"`),
      day: maybe(`"${new Date(Date.UTC(2024, next(30), 1 + next(28))).toISOString().slice(0, 10)}"`),
      kind: maybe(JSON.stringify(kinds[next(kinds.length)])),
      city: maybe(JSON.stringify(`City ${next(70)}`), 30),
      flag: maybe(next(2) === 0 ? "true" : "false"),
      amount: maybe(decimal()),
      big: maybe(`${next(2) === 0 ? "-" : ""}${9_007_199_254_740_993n + BigInt(next(1_000))}`),
      small: maybe(String(next(9) - 2)),
      ratio: maybe(`${next(9) + 1}.${next(10_000)}e-${next(7)}`),
      wave: maybe(waves[next(waves.length)] ?? ""),
      same: "7",
      none: "null",
    };
    return `{${Object.entries(words)
      .map(([name, text]) => `"${name}":${text}`)
      .join(",")}}`;
  });
}

const count = { function: "count" } as const;
const of = (name: "sum" | "mean" | "median" | "min" | "max" | "distinct", column: string) =>
  ({ function: name, column }) as const;
const units = ["hour", "day", "week", "month", "quarter", "year"] as const;

const specs: readonly PlotSpec[] = [
  ...units.map((unit): PlotSpec => ({ kind: "line", x: "at", unit, measures: [count, of("sum", "amount")] })),
  ...units.map((unit): PlotSpec => ({ kind: "bar", x: "local", unit, measures: [of("mean", "big")] })),
  { kind: "line", x: "day", measures: [count] },
  { kind: "area", x: "day", unit: "month", measures: [of("sum", "small")], series: "kind", stack: true },
  { kind: "line", x: "at", unit: "day", measures: [of("mean", "amount")], log: true },
  { kind: "bar", x: "kind", measures: [of("median", "amount"), of("distinct", "city")] },
  { kind: "bar", x: "city", measures: [count, of("min", "big"), of("max", "big")] },
  { kind: "bar", x: "city", measures: [of("sum", "amount")], log: true },
  { kind: "bar", x: "kind", measures: [of("sum", "big")], series: "flag", stack: true },
  { kind: "bar", x: "flag", measures: [count], series: "city" },
  { kind: "bar", x: "kind", measures: [of("mean", "wave"), of("sum", "wave"), of("median", "wave")] },
  { kind: "line", x: "day", unit: "month", measures: [of("sum", "wave")] },
  { kind: "pie", x: "city", measures: [count] },
  { kind: "pie", x: "kind", measures: [of("sum", "amount")] },
  { kind: "heat map", x: "day", unit: "month", y: "kind", measures: [count] },
  { kind: "heat map", x: "kind", y: "city", measures: [of("mean", "amount")] },
  ...["amount", "big", "small", "ratio", "same"].map(
    (x): PlotSpec => ({ kind: "histogram", x, measures: [count] }),
  ),
  { kind: "box", x: "kind", y: "amount", measures: [count] },
  { kind: "box", x: "city", y: "big", measures: [count] },
  { kind: "box", x: "day", unit: "month", y: "small", measures: [count] },
  { kind: "scatter", x: "amount", y: "big", measures: [count] },
  { kind: "scatter", x: "at", y: "small", measures: [count] },
];

const times = ["at", "local", "day"];

const look = {
  colors: { ink: "", faint: "", line: "", bad: "", paper: "", marks: ["#000"], heat: [] },
  isSmall: false,
} as const;

interface Drawn {
  readonly series: string;
  readonly measure: number;
  readonly group: string;
  readonly figure: string | null;
  readonly x: number | null;
  readonly drawn: number | null;
  /** Conditions of the rows to which it leads. */
  readonly where?: readonly RowCondition[] | undefined;
}

/** What a series of the chart library has, as far as it is read here. */
interface DrawnSeries {
  readonly name: string;
  readonly type: string;
  readonly data: readonly {
    readonly value: unknown;
    readonly note?: {
      readonly group: string;
      readonly figure: string;
      readonly where?: readonly RowCondition[] | undefined;
    };
  }[];
}

/** Returns the marks of a drawing. Those of a gap have no note. */
function marksOf(spec: PlotSpec, option: Record<string, unknown>): readonly Drawn[] {
  // Every drawing has series of this type.
  const list = option["series"] as readonly DrawnSeries[];
  const perSeries = spec.kind === "pie" || spec.kind === "heat map" ? 1 : spec.measures.length;
  return list.flatMap(({ name, type, data }, index) =>
    data.flatMap(({ value, note }) => {
      if (note === undefined) return [];
      const numbers: readonly unknown[] = Array.isArray(value) ? value : [value];
      const [first = null, last = null] = [numbers[0], numbers.at(-1)].map((one) =>
        typeof one === "number" ? one : null,
      );
      const row = type === "heatmap" ? note.group.slice(note.group.indexOf(", ") + 2) : name;
      return [{ series: row, measure: index % perSeries, ...note, x: first, drawn: last }];
    }),
  );
}

interface Checked {
  readonly name: string;
  readonly lines: readonly string[];
  readonly charts: readonly PlotSpec[];
}

/** Selections of rows whose figures the head of a column shows. */
const selections: readonly (readonly RowCondition[])[] = [
  [],
  [{ column: "small", operator: "at-least", value: "2" }],
  [
    { column: "amount", operator: "less", value: "100.005" },
    { column: "kind", operator: "differs", value: "green" },
    { column: "at", operator: "not-empty" },
  ],
  [{ column: "day", operator: "at-most", value: "2025-01-31" }],
];

/** Summaries by up to three columns, also of selected rows. */
const queries: readonly SummaryQuery[] = [
  { by: [], measures: [count, of("sum", "amount"), of("mean", "big")] },
  { by: [{ column: "kind" }], measures: [count, { function: "share" }, of("median", "amount")] },
  {
    by: [{ column: "day", unit: "month" }, { column: "flag" }],
    measures: [{ function: "share", column: "amount" }, of("mean", "amount"), of("distinct", "city")],
  },
  {
    by: [{ column: "flag" }, { column: "kind" }, { column: "small" }],
    measures: [count, of("sum", "big"), of("min", "ratio"), of("max", "ratio")],
    where: [{ column: "amount", operator: "at-least", value: "-12.5" }],
  },
  { by: [{ column: "at", unit: "week" }], measures: [of("sum", "ratio"), of("mean", "ratio"), count] },
  {
    by: [{ column: "small" }, { column: "flag" }],
    measures: [of("mean", "wave"), of("sum", "wave"), of("median", "wave")],
  },
];

/** Summarizes rows as the page shows them: also as a pivot, and with the number of rows to which the first groups lead. */
async function summarize(table: ResultTable, query: SummaryQuery): Promise<unknown> {
  const answer = await table.summarize(query);
  const columns = query.by.map(({ column }) => column);
  const counts = answer.groups.slice(0, isProof ? 8 : 3).map(async (group) => {
    const where = rowsOfGroup(columns, group);
    return where && table.count({ where: [...(query.where ?? []), ...where] });
  });
  return { query, answer, counted: await Promise.all(counts), pivot: columns.length > 1 && pivot(answer) };
}

/** Counts the rows to which the first marks of a chart lead. */
function countRows(
  table: ResultTable,
  marks: readonly Drawn[],
): Promise<readonly (Drawn & { readonly counted?: number })[]> {
  return Promise.all(
    marks.map(async (mark, index) => {
      if (mark.where === undefined || index >= (isProof ? 8 : 3)) return mark;
      return { ...mark, counted: await table.count({ where: mark.where }) };
    }),
  );
}

async function faultsOf(
  opened: Results,
  { name, lines, charts: wanted }: Checked,
): Promise<readonly string[]> {
  const { table } = await opened.load(await server.read(lines.join("\n")), { schema: "s", name });
  const charts = [];
  for (const spec of wanted) {
    const answer = await table.chart(plotQuery(spec));
    const unit = answer.kind === "points" ? undefined : answer.unit;
    const marks = marksOf(spec, (await loadKind(spec.kind)).draw(spec, answer, look).option);
    charts.push({ spec, unit, marks: await countRows(table, marks) });
  }
  const columns = (await table.profile({ isDetailed: true })).map(columnFacts);
  const headers = [];
  for (const where of selections)
    headers.push({ where, profiles: await table.profile({ isDetailed: true, where }) });
  const summaries = [];
  for (const query of queries) summaries.push(await summarize(table, query));
  const numbers = ["amount", "big", "small", "ratio", "wave", "same"];
  const doubles = table.columns.flatMap(({ name: column, type }) => (type === "DOUBLE" ? [column] : []));
  const input = JSON.stringify({ lines, charts, columns, headers, summaries, numbers, doubles, times });
  const printed = execFileSync("python3", [checker], { input, encoding: "utf8", maxBuffer: 2 ** 26 });
  return JSON.parse(printed) as readonly string[]; // The program prints a list of texts.
}

test.each(["America/St_Johns", ...(isLong ? ["Pacific/Chatham", "Asia/Kolkata"] : [])])(
  "every figure of charts and columns is that of the rows: %s",
  { timeout },
  async (name) => {
    process.env["TZ"] = name;
    results = await Results.open();
    // Only figures of times could depend on the zone.
    const isWhole = isProof || name === "America/St_Johns";
    const charts = isWhole ? specs : specs.filter(({ x }) => times.includes(x));
    for (let round = 1; round <= rounds; round += 1) {
      const lines = writeRows(round * 7_919 + name.length, 300);
      expect(await faultsOf(results, { name: `t${round}`, lines, charts }), `round ${round}`).toEqual([]);
    }
  },
);
