import type { ChartAxis, SummaryMeasure } from "@wellhead/workbench/protocol";
import { isRecord, type JsonRecord, recordsOf } from "../../text/record.js";
import { measureFunctions, measureName, timeUnits } from "./plot-spec.js";

/** The settings of a summary. */
export interface SummarySpec {
  /** The columns that form groups, at most three. */
  readonly by: readonly ChartAxis[];
  /** At least one. */
  readonly measures: readonly SummaryMeasure[];
  /** Whether the values of the last column are columns of the table. Default: false. */
  readonly isPivot?: boolean;
}

/** Maximum number of columns that form groups. */
export const maxGroupColumns = 3;

/** Functions of a summary that need a column of numbers, or of any values for `distinct`. */
export const summaryFunctions = ["count", "share", ...measureFunctions, "share of sum"] as const;

/** Parses the settings of a summary from an address. */
export function readSummarySpec(value: unknown): SummarySpec | undefined {
  if (!isRecord(value)) return undefined;
  const measures = recordsOf(value["measures"]).flatMap((measure) => readMeasure(measure));
  const by = recordsOf(value["by"]).flatMap(({ column, unit }): readonly ChartAxis[] => {
    const known = timeUnits.find((one) => one === unit);
    return typeof column === "string" ? [{ column, ...(known && { unit: known }) }] : [];
  });
  return {
    by: by.slice(0, maxGroupColumns),
    measures: measures.length > 0 ? measures : [{ function: "count" }],
    ...(value["isPivot"] === true && { isPivot: true }),
  };
}

function readMeasure(record: JsonRecord): readonly SummaryMeasure[] {
  const { column } = record;
  const own = typeof column === "string" ? { column } : {};
  if (record["function"] === "count") return [{ function: "count" }];
  if (record["function"] === "share") return [{ function: "share", ...own }];
  const name = measureFunctions.find((known) => known === record["function"]);
  return name === undefined || typeof column !== "string" ? [] : [{ function: name, column }];
}

/** Names a measure of a summary, such as `Share of the sum of price in %`. */
export function summaryMeasureName(measure: SummaryMeasure): string {
  if (measure.function !== "share") return measureName(measure);
  return measure.column === undefined ? "Share of rows in %" : `Share of the sum of ${measure.column} in %`;
}

/** The engine adds doubles one after the other, and rounds after each; a mean of whole numbers is a double, too. */
const roundedNote =
  "-- The figures of the page are exact and rounded once. Those of this statement can differ in the last digits.\n";
const roundedFunctions: ReadonlySet<SummaryMeasure["function"]> = new Set(["sum", "mean", "median", "share"]);

/** Writes a summary as a statement over a table, and says when its figures may not be those of the page. */
export function summarySql(
  { by, measures }: SummarySpec,
  table: string,
  units: readonly (string | undefined)[],
): string {
  const columns = by.map(({ column }, at) => {
    const unit = units[at];
    return unit === undefined
      ? quoteName(column)
      : `date_trunc('${unit}', ${quoteName(column)}) as ${quoteName(`${unit} of ${column}`)}`;
  });
  const figures = measures.map(
    (measure) => `${measureSql(measure)} as ${quoteName(summaryMeasureName(measure))}`,
  );
  const groups = by.length === 0 ? "" : "\ngroup by all\norder by all";
  const note = measures.some((measure) => roundedFunctions.has(measure.function)) ? roundedNote : "";
  return `${note}select ${[...columns, ...figures].join(",\n  ")}\nfrom ${table}${groups}`;
}

function measureSql(measure: SummaryMeasure): string {
  if (measure.function === "count") return "count(*)";
  if (measure.function === "share") {
    const part = measure.column === undefined ? "count(*)" : `sum(${quoteName(measure.column)})`;
    return `100.0 * ${part} / sum(${part}) over ()`;
  }
  const value = quoteName(measure.column);
  if (measure.function === "distinct") return `count(distinct ${value})`;
  return `${measure.function === "mean" ? "avg" : measure.function}(${value})`;
}

function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
