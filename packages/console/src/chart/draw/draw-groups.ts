import type { ChartAnswer, Group, GroupAnswer, Measure } from "@wellhead/workbench/protocol";
import { visibleText } from "../../text/visible-text.js";
import { measureName, type PlotSpec } from "../../workbench/view/plot-spec.js";
import { axisPosition, isContinuous } from "./axis-position.js";
import type { MarkNote } from "./mark-note.js";
import { rowsOfMark } from "./mark-rows.js";
import { filledCategories, type PlotCategory } from "./plot-categories.js";
import { type DrawnSeries, endsOf, type GroupAxis, type PlotDrawing, zoomOf } from "./plot-drawing.js";
import { axisLook, drawnNumber, type PlotLook, sharedOption } from "./plot-look.js";
import { groupName, nameSeries, seriesKey, shortNumber } from "./plot-names.js";
import { type AxisEnds, sharedZero } from "./shared-zero.js";
import { formatTime, markGaps } from "./time-steps.js";

/** One line, or one set of bars, of a chart. */
interface PlotSeries {
  readonly name: string;
  /** Index of its measure. */
  readonly measure: number;
  readonly groups: readonly Group[];
}

/** Draws measures by group: lines, areas and bars over times, numbers or categories. */
export function draw(spec: PlotSpec, answer: ChartAnswer, look: PlotLook): PlotDrawing {
  if (answer.kind !== "groups")
    throw new TypeError(`Could not draw groups: expected groups, got ${answer.kind}`);
  const series = splitSeries(spec, answer);
  const isLine = spec.kind !== "bar" && spec.kind !== "histogram" && isContinuous(answer);
  return {
    ...(isLine ? drawLines(spec, answer, { look, series }) : drawCategories(spec, answer, { look, series })),
    colors: look.colors.marks,
    hasLegend: series.length > 1 && !look.isSmall,
  };
}

/** What of a chart of groups is drawn, and how. */
interface Drawn {
  readonly look: PlotLook;
  readonly series: readonly PlotSeries[];
}

function drawLines(
  spec: PlotSpec,
  answer: GroupAnswer,
  { look, series }: Drawn,
): Pick<PlotDrawing, "option" | "axis"> {
  const { groups, unit } = answer;
  return {
    axis: {
      direction: "x",
      isCategory: false,
      ends: endsOf(groups.flatMap((group) => axisPosition(group, answer) ?? [])),
      nameOf: (at) => (unit === undefined ? shortNumber(at) : formatTime(at, unit)),
      isShared: true,
      zoom: zoomOf(groups.length, look.isSmall),
    },
    option: {
      ...sharedOption(look),
      xAxis: {
        ...axisLook(look),
        type: unit === undefined ? "value" : "time",
        scale: true,
        splitLine: { show: false },
      },
      yAxis: valueAxes(spec, look, answer),
      series: series.map((one) => lineSeries(spec, one, answer)),
    },
  };
}

function drawCategories(
  spec: PlotSpec,
  answer: GroupAnswer,
  { look, series }: Drawn,
): Pick<PlotDrawing, "option" | "axis"> {
  const categories = filledCategories(answer);
  const names = categories.map(({ name }) => name);
  const isSideways = isOnItsSide(spec, answer, { names, isSmall: look.isSmall });
  const categoryAxis = {
    ...axisLook(look),
    type: "category",
    data: names,
    ...(isSideways && { inverse: true }),
    axisLabel: { ...axisLabel(look), ...(isSideways && { width: 160, overflow: "truncate" }) },
  };
  return {
    axis: {
      ...categoriesAxis(names),
      direction: isSideways ? "y" : "x",
      ...(!isSideways && { zoom: zoomOf(names.length, look.isSmall) }),
    },
    option: {
      ...sharedOption(look),
      xAxis: isSideways ? valueAxes(spec, look, answer)[0] : categoryAxis,
      yAxis: isSideways ? categoryAxis : valueAxes(spec, look, answer),
      series: series.map((one) => ({
        ...categorySeries(spec, one, categories),
        ...(!isSideways && { yAxisIndex: axisOf(spec, one) }),
      })),
    },
  };
}

function categoriesAxis(names: readonly string[]): Omit<GroupAxis, "direction"> {
  return {
    isCategory: true,
    ends: [0, Math.max(0, names.length - 1)],
    nameOf: (at) => names[Math.round(at)] ?? "",
    isShared: true,
  };
}

/** Returns whether bars are drawn sideways, so that their long names can be read. */
function isOnItsSide(
  spec: PlotSpec,
  { unit, binWidth }: GroupAnswer,
  { names, isSmall }: { readonly names: readonly string[]; readonly isSmall: boolean },
): boolean {
  const isNamed = spec.kind === "bar" && unit === undefined && binWidth === undefined;
  const isWide = isNamed && names.some((name) => name.length > 12);
  return isWide && names.length <= 30 && !isSmall && !hasTwoAxes(spec);
}

function axisLabel(look: PlotLook): object {
  const { axisLabel: label } = axisLook(look);
  return typeof label === "object" && label !== null ? label : {};
}

function valueAxes(spec: PlotSpec, look: PlotLook, answer: GroupAnswer): readonly Record<string, unknown>[] {
  const { measures, kind, log = false } = spec;
  const hasTwo = hasTwoAxes(spec);
  const ends = hasTwo && !log ? endsOfTwo(spec, look, answer) : undefined;
  const axes = hasTwo ? measures.map((measure) => [measure]) : [measures];
  return axes.map((shown, index) => ({
    ...axisLook(look),
    type: log ? "log" : "value",
    // More numbers than these overlap in the strip above the table.
    ...(look.isSmall && { splitNumber: 2, axisLabel: { ...axisLabel(look), fontSize: 10 } }),
    // Bars, areas and counts begin at zero, because readers compare their sizes.
    scale: kind === "line" && shown.every((measure) => unitOfMeasure(measure) !== "count"),
    ...ends?.[index],
    ...(index === 1 && { splitLine: { show: false } }),
    ...(hasTwo && {
      name: visibleText(shown.map((measure) => measureName(measure)).join(", "), 40),
      nameLocation: "end",
    }),
  }));
}

/** Returns the ends of two axes whose values are on both sides of zero. Two zeros would mislead. */
function endsOfTwo(
  { measures }: PlotSpec,
  { isSmall }: PlotLook,
  { groups, others }: GroupAnswer,
): readonly AxisEnds[] | undefined {
  const shown = [...groups, ...(others === undefined ? [] : [others])];
  const ranges = measures.map((_, index) => {
    const drawn = shown.flatMap(({ values }) => drawnNumber(values[index]) ?? []);
    const extreme = (pick: (left: number, right: number) => number) =>
      drawn.reduce((left, right) => pick(left, right), drawn[0] ?? 0);
    return { low: extreme(Math.min), high: extreme(Math.max) };
  });
  return sharedZero(ranges, isSmall ? 2 : 4);
}

function splitSeries({ measures, series }: PlotSpec, answer: GroupAnswer): readonly PlotSeries[] {
  const named = measures.map((measure, index) => ({
    name: visibleText(measureName(measure), 60),
    measure: index,
  }));
  if (series === undefined) return named.map((one) => ({ ...one, groups: answer.groups }));
  return nameSeries(answer.series, answer.groups).flatMap(({ key, name }) =>
    named.map((one) => ({
      name: measures.length > 1 ? `${name}: ${one.name}` : name,
      measure: one.measure,
      groups: answer.groups.filter((group) => seriesKey(group) === key),
    })),
  );
}

function lineSeries(spec: PlotSpec, one: PlotSeries, answer: GroupAnswer): DrawnSeries {
  const { unit } = answer;
  const points = one.groups.flatMap((group) => {
    const x = axisPosition(group, answer);
    if (x === undefined) return [];
    const y = drawnNumber(group.values[one.measure], spec.log);
    return {
      value: [x, y] as const,
      note: noteOf(spec, group, { measure: one.measure, name: groupName(group.x, unit) }),
    };
  });
  const measure = spec.measures[one.measure];
  const isCount = measure?.function === "count" || measure?.function === "distinct";
  // A logarithmic axis has no zero.
  const empty = isCount && spec.log !== true ? 0 : null;
  const notes = new Map(points.map(({ value: [x], note }) => [x, note]));
  const drawn =
    unit === undefined
      ? points
      : markGaps(
          points.map(({ value }) => value),
          unit,
          empty,
        ).map((value) => ({ value, note: notes.get(value[0]) }));
  return {
    type: "line",
    name: one.name,
    yAxisIndex: axisOf(spec, one),
    data: drawn,
    showSymbol: drawn.length < 40,
    symbolSize: 5,
    lineStyle: { width: 2 },
    connectNulls: false,
    ...(spec.kind === "area" && { areaStyle: { opacity: 0.25 } }),
    ...(spec.stack === true && { stack: `measure ${one.measure}` }),
  };
}

/** Returns whether two measures have an axis each: only those of different units, because two zeros mislead. */
function hasTwoAxes({ measures: [first, second, third], series, stack = false }: PlotSpec): boolean {
  if (first === undefined || second === undefined || third !== undefined) return false;
  return series === undefined && !stack && unitOfMeasure(first) !== unitOfMeasure(second);
}

function unitOfMeasure(measure: Measure): string {
  return measure.function === "count" || measure.function === "distinct" ? "count" : `of ${measure.column}`;
}

function axisOf(spec: PlotSpec, { measure }: PlotSeries): number {
  return hasTwoAxes(spec) ? measure : 0;
}

function categorySeries(spec: PlotSpec, one: PlotSeries, categories: readonly PlotCategory[]): DrawnSeries {
  const byX = new Map(one.groups.map((group) => [group.x, group]));
  const isBar = spec.kind === "bar" || spec.kind === "histogram";
  return {
    type: isBar ? "bar" : "line",
    name: one.name,
    data: categories.map(({ x, name, others }) => {
      const group = x === undefined ? undefined : byX.get(x);
      const text = others === undefined ? group?.values[one.measure] : othersOf(spec, others, one);
      const note: MarkNote | undefined =
        text === undefined || text === null
          ? undefined
          : { group: name, figure: text, where: group && rowsOfMark(spec, group) };
      return { value: drawnNumber(text, spec.log), note };
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

interface NamedFigure {
  /** Index of the measure. */
  readonly measure: number;
  /** Name of the group. */
  readonly name: string;
}

function noteOf(spec: PlotSpec, group: Group, { measure, name }: NamedFigure): MarkNote {
  const where = rowsOfMark(spec, group);
  return { group: name, figure: group.values[measure] ?? "none", rows: group.rows, where };
}
