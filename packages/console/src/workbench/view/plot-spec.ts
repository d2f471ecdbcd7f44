import type { Measure, TimeUnit } from "@wellhead/workbench/protocol";
import { isRecord, type JsonRecord, recordsOf } from "../../text/record.js";

/** Kinds of chart. */
export const plotKinds = ["line", "area", "bar", "pie", "scatter", "histogram", "heat map", "box"] as const;

/** One of {@link plotKinds}. */
export type PlotKind = (typeof plotKinds)[number];

/** Functions that combine the values of a column. */
export const measureFunctions = ["mean", "sum", "median", "min", "max", "distinct"] as const;

/** Units by which times are grouped. */
export const timeUnits: readonly TimeUnit[] = [
  "second",
  "minute",
  "hour",
  "day",
  "week",
  "month",
  "quarter",
  "year",
];

/** The settings of a chart. */
export interface PlotSpec {
  readonly kind: PlotKind;
  /** Column on the horizontal axis. */
  readonly x: string;
  /** Unit of a time axis. Default: chosen by the range of the times. */
  readonly unit?: TimeUnit;
  /** The measures of each group of rows; at least one. */
  readonly measures: readonly Measure[];
  /** Column on the vertical axis of a scatter plot, a box plot and a heat map. */
  readonly y?: string;
  /** Column whose values get a colour each. */
  readonly series?: string;
  /** Whether series are stacked. Default: false. */
  readonly stack?: boolean;
  /** Whether the vertical axis is logarithmic. Default: false. */
  readonly log?: boolean;
}

/** The measure of a chart that counts rows. */
export const countRows: Measure = { function: "count" };

/** Parses chart settings from an address; `undefined` without a column or a known kind. */
export function readPlotSpec(value: unknown): PlotSpec | undefined {
  if (!isRecord(value)) return undefined;
  const kind = plotKinds.find((known) => known === value["kind"]);
  const unit = timeUnits.find((known) => known === value["unit"]);
  const { x, y, series } = value;
  if (kind === undefined || typeof x !== "string") return undefined;
  const measures = recordsOf(value["measures"]).flatMap((measure) => readMeasure(measure));
  return {
    kind,
    x,
    measures: measures.length > 0 ? measures : [countRows],
    ...(unit !== undefined && { unit }),
    ...(typeof y === "string" && { y }),
    ...(typeof series === "string" && { series }),
    ...(value["stack"] === true && { stack: true }),
    ...(value["log"] === true && { log: true }),
  };
}

function readMeasure(record: JsonRecord): readonly Measure[] {
  if (record["function"] === "count") return [countRows];
  const name = measureFunctions.find((known) => known === record["function"]);
  const { column } = record;
  return name === undefined || typeof column !== "string" ? [] : [{ function: name, column }];
}

/** Names a measure, such as `Mean of price`. */
export function measureName(measure: Measure): string {
  if (measure.function === "count") return "Rows";
  const verb = measure.function === "distinct" ? "Distinct values" : capitalized(measure.function);
  return `${verb} of ${measure.column}`;
}

/** Names a chart, such as `Mean of price by month of ordered`. */
export function plotTitle(spec: PlotSpec, unit: TimeUnit | undefined): string {
  const { kind, x, y, series, measures } = spec;
  const colour = series === undefined ? "" : `, by ${series}`;
  if (kind === "histogram") return `Distribution of ${x}`;
  if (kind === "scatter") return `${y ?? x} by ${x}${colour}`;
  const across = axisName(x, unit);
  if (kind === "box") return `Distribution of ${y ?? x} by ${across}`;
  const measured = measures.map((measure) => measureName(measure)).join(", ");
  if (kind === "heat map") return `${measured} by ${across} and ${y ?? x}`;
  return `${measured} by ${across}${colour}`;
}

/** Names a grouped axis, such as `month of ordered`; a column that is called like its unit is not named twice. */
function axisName(x: string, unit: TimeUnit | undefined): string {
  return unit === undefined || x.toLowerCase().includes(unit) ? x : `${unit} of ${x}`;
}

function capitalized(word: string): string {
  return `${word[0]?.toUpperCase() ?? ""}${word.slice(1)}`;
}
