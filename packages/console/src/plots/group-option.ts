import type { Group, GroupAnswer, TimeUnit } from "@wellhead/workbench/protocol";
import { formatCount } from "../text/format-amount.js";
import { visibleText } from "../text/visible-text.js";
import { measureName, type PlotSpec } from "../view/plot-spec.js";
import { axisLook, categoryName, drawnNumber, type PlotLook, sharedOption, zoom } from "./plot-look.js";
import type { MarkNote } from "./plot-tooltip.js";
import { formatTime, markGaps, parseTime, stepTime } from "./time-steps.js";

/** One line, or one set of bars, of a chart. */
interface PlotSeries {
  readonly name: string;
  /** Index of its measure. */
  readonly measure: number;
  readonly groups: readonly Group[];
}

// More units than this are too narrow to be seen as bars, so empty ones are not added.
const maxFilledUnits = 2_000;

/** Draws measures by group: lines, areas and bars over times, numbers or categories. */
export function groupOption(spec: PlotSpec, answer: GroupAnswer, look: PlotLook): Record<string, unknown> {
  const series = splitSeries(spec, answer);
  const shared = sharedOption(look, series.length > 1);
  const isBar = spec.kind === "bar" || spec.kind === "histogram";
  if (!isBar && isContinuous(answer)) {
    const points = answer.groups.length;
    return {
      ...shared,
      tooltip: axisTooltip(shared),
      grid: withZoomBar(shared, zoom(points, look).length > 1),
      xAxis: {
        ...axisLook(look),
        type: answer.unit === undefined ? "value" : "time",
        scale: true,
        splitLine: { show: false },
      },
      yAxis: valueAxes(spec, look),
      dataZoom: zoom(points, look),
      series: series.map((one) => lineSeries(spec, one, answer)),
    };
  }
  const categories = filledCategories(answer);
  const names = categories.map(({ name }) => name);
  const isWide =
    answer.unit === undefined &&
    answer.binWidth === undefined &&
    isBar &&
    names.some((name) => name.length > 12);
  const isSideways = isWide && names.length <= 30 && !look.isSmall;
  const categoryAxis = {
    ...axisLook(look),
    type: "category",
    data: names,
    ...(isSideways && { inverse: true }),
    axisLabel: { ...axisLabel(look), ...(isSideways && { width: 160, overflow: "truncate" }) },
  };
  return {
    ...shared,
    tooltip: axisTooltip(shared),
    grid: withZoomBar(shared, !isSideways && zoom(names.length, look).length > 1),
    xAxis: isSideways ? valueAxes(spec, look)[0] : categoryAxis,
    yAxis: isSideways ? categoryAxis : valueAxes(spec, look),
    ...(!isSideways && { dataZoom: zoom(names.length, look) }),
    series: series.map((one) => categorySeries(spec, one, categories)),
  };
}

function axisLabel(look: PlotLook): object {
  const { axisLabel: label } = axisLook(look);
  return typeof label === "object" && label !== null ? label : {};
}

function axisTooltip(shared: Record<string, unknown>): object {
  const { tooltip } = shared;
  return { ...(typeof tooltip === "object" && tooltip), trigger: "axis" };
}

function withZoomBar(shared: Record<string, unknown>, hasBar: boolean): object {
  const { grid } = shared;
  return { ...(typeof grid === "object" && grid), ...(hasBar && { bottom: 34 }) };
}

/** Returns whether the horizontal axis shows times or numbers, so that distances on it are meaningful. */
function isContinuous({ unit, xKind, groups }: GroupAnswer): boolean {
  return (unit !== undefined || xKind === "number") && groups.every(({ x }) => x !== null);
}

function valueAxes(spec: PlotSpec, look: PlotLook): readonly Record<string, unknown>[] {
  const { measures, kind, series, log = false } = spec;
  const hasTwo = measures.length === 2 && series === undefined && spec.stack !== true;
  return measures.slice(0, hasTwo ? 2 : 1).map((measure, index) => ({
    ...axisLook(look),
    type: log ? "log" : "value",
    // More numbers than these overlap in the strip above the table.
    ...(look.isSmall && { splitNumber: 2 }),
    // Bars, areas and counts begin at zero, because readers compare their sizes.
    scale: kind === "line" && measure.function !== "count",
    ...(index === 1 && { splitLine: { show: false } }),
    ...(hasTwo && { name: visibleText(measureName(measure), 40), nameLocation: "end" }),
  }));
}

function splitSeries({ measures, series }: PlotSpec, answer: GroupAnswer): readonly PlotSeries[] {
  const named = measures.map((measure, index) => ({
    name: visibleText(measureName(measure), 60),
    measure: index,
  }));
  if (series === undefined) return named.map((one) => ({ ...one, groups: answer.groups }));
  const byName = new Map<string, Group[]>(answer.series.map((value) => [categoryName(value), []]));
  for (const group of answer.groups) {
    const name = group.isOther === true ? "Others" : categoryName(group.series ?? null);
    const known = byName.get(name);
    if (known === undefined) byName.set(name, [group]);
    else known.push(group);
  }
  return [...byName].flatMap(([name, groups]) =>
    named.map((one) => ({
      name: measures.length > 1 ? `${visibleText(name, 60)}: ${one.name}` : visibleText(name, 60),
      measure: one.measure,
      groups,
    })),
  );
}

function lineSeries(spec: PlotSpec, one: PlotSeries, { unit }: GroupAnswer): Record<string, unknown> {
  const points = one.groups.map((group) => {
    const x = unit === undefined ? Number(group.x) : parseTime(group.x ?? "");
    return {
      x,
      y: drawnNumber(group.values[one.measure]),
      note: noteOf(group, one.measure, groupName(group.x, unit)),
    };
  });
  const notes = new Map(points.map(({ x, note }) => [x, note]));
  const pairs = points.map(({ x, y }) => [x, y] as const);
  const measure = spec.measures[one.measure];
  const empty = measure?.function === "count" || measure?.function === "distinct" ? 0 : null;
  const drawn = unit === undefined ? pairs : markGaps(pairs, unit, empty);
  return {
    type: "line",
    name: one.name,
    yAxisIndex: axisOf(spec, one),
    data: drawn.map((value) => ({ value, note: notes.get(value[0]) })),
    showSymbol: drawn.length < 40,
    symbolSize: 5,
    lineStyle: { width: 2 },
    connectNulls: false,
    ...(spec.kind === "area" && { areaStyle: { opacity: 0.25 } }),
    ...(spec.stack === true && { stack: `measure ${one.measure}` }),
  };
}

function axisOf(spec: PlotSpec, { measure }: PlotSeries): number {
  return spec.measures.length === 2 && spec.series === undefined && spec.stack !== true ? measure : 0;
}

/** A group of a category axis; `x` identifies its rows in the answer. */
interface PlotCategory {
  readonly x: string | null;
  readonly name: string;
  /** Figures of the categories beyond the maximum. */
  readonly others?: readonly (string | null)[];
}

/** Returns the categories of the axis. Times and bins without rows are added, so that gaps are visible. */
function filledCategories(answer: GroupAnswer): readonly PlotCategory[] {
  const { unit, binWidth, others } = answer;
  const values = [...new Set(answer.groups.map(({ x }) => x))];
  const named = values.map((x) => ({ x, name: visibleText(groupName(x, unit, binWidth), 80) }));
  const filled = unit === undefined && binWidth === undefined ? named : fillSteps(named, unit, binWidth);
  if (others === undefined) return filled;
  return [...filled, { x: null, name: `${formatCount(others.groups)} others`, others: others.values }];
}

function fillSteps(
  named: readonly PlotCategory[],
  unit: TimeUnit | undefined,
  binWidth: string | undefined,
): readonly PlotCategory[] {
  const filled: PlotCategory[] = [];
  const position = (x: string): number => (unit === undefined ? Number(x) : parseTime(x));
  const next = (at: number): number => (unit === undefined ? at + Number(binWidth) : stepTime(at, unit));
  let expected: number | undefined;
  for (const category of named) {
    if (category.x === null) {
      filled.push(category);
      continue;
    }
    const at = position(category.x);
    // A tolerance of half a step absorbs what adding decimal widths loses.
    while (
      expected !== undefined &&
      next(expected) - expected > 0 &&
      expected + (next(expected) - expected) / 2 < at
    ) {
      if (filled.length >= maxFilledUnits) return named;
      filled.push({
        x: `gap ${expected}`,
        name: unit === undefined ? numberName(expected) : formatTime(expected, unit),
      });
      expected = next(expected);
    }
    filled.push(category);
    expected = next(at);
  }
  return filled;
}

function categorySeries(
  spec: PlotSpec,
  one: PlotSeries,
  categories: readonly PlotCategory[],
): Record<string, unknown> {
  const byX = new Map(one.groups.map((group) => [group.x, group]));
  const isBar = spec.kind === "bar" || spec.kind === "histogram";
  return {
    type: isBar ? "bar" : "line",
    name: one.name,
    data: categories.map(({ x, name, others }) => {
      const group = others === undefined ? byX.get(x) : undefined;
      const text = others === undefined ? group?.values[one.measure] : othersOf(spec, others, one);
      const note: MarkNote | undefined =
        text === undefined || text === null ? undefined : { group: name, figure: text };
      return { value: drawnNumber(text), note };
    }),
    ...(isBar && { barMaxWidth: 48, itemStyle: { borderRadius: 2 } }),
    ...(spec.kind === "histogram" && { barCategoryGap: "6%" }),
    ...(spec.kind === "area" && { areaStyle: { opacity: 0.25 } }),
    ...(spec.stack === true && { stack: `measure ${one.measure}` }),
    ...(isBar ? {} : { connectNulls: false }),
  };
}

// The categories beyond the maximum are summed over all series, so they have a bar only if there are no series.
function othersOf(spec: PlotSpec, others: readonly (string | null)[], one: PlotSeries): string | null {
  return spec.series === undefined ? (others[one.measure] ?? null) : null;
}

function noteOf(group: Group, measure: number, name: string): MarkNote {
  return { group: name, figure: group.values[measure] ?? "none", rows: group.rows };
}

/** Names a group: a time by its unit, a bin by its range, a category by its value. */
export function groupName(x: string | null, unit?: TimeUnit, binWidth?: string): string {
  if (x === null) return categoryName(x);
  if (unit !== undefined) return formatTime(parseTime(x), unit);
  if (binWidth !== undefined) return `${numberName(Number(x))} – ${numberName(Number(x) + Number(binWidth))}`;
  return categoryName(x);
}

function numberName(value: number): string {
  return String(Number(value.toPrecision(8)));
}
