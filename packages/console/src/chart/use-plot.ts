import { useSignal } from "@preact/signals";
import type { ChartAnswer, ChartQuery, RowSelection } from "@wellhead/workbench/protocol";
import { useEffect } from "preact/hooks";
import type { ResultData } from "../rows/data/result-data.js";
import { errorText } from "../workbench/exchanges/error-text.js";
import { countRows, type PlotSpec } from "../workbench/view/plot-spec.js";
import { suggestPlot } from "./suggest-plot.js";

// The first columns are enough to suggest a chart; profiles of thousands would take long.
const maxProfiled = 40;

/** The figures of a chart, and the settings that they belong to. */
export interface PlotFigures {
  readonly spec: PlotSpec;
  readonly answer: ChartAnswer;
}

/** The state of a chart. */
export interface PlotState {
  /** The settings: those chosen, otherwise suggested ones; `undefined` while they are unknown or there are none. */
  readonly spec: PlotSpec | undefined;
  /** The latest figures; they may still belong to earlier settings. */
  readonly figures: PlotFigures | undefined;
  /** Whether `spec` is final, also when it is `undefined`. */
  readonly isSettled: boolean;
  /** Why there are no figures; empty when there are or may come. */
  readonly problem: string;
}

/** Rows of a run that are drawn. */
export interface PlottedRows {
  readonly data: ResultData;
  readonly selection: RowSelection;
}

/**
 * Requests the figures of a chart for the rows of a run, and suggests a chart when none was chosen.
 *
 * @param plain - The chart when the rows suggest none. Default: no chart.
 */
export function usePlot(
  { data, selection }: PlottedRows,
  chosen: PlotSpec | undefined,
  plain?: PlotSpec,
): PlotState {
  const suggestion = useSuggestion(data);
  const figures = useSignal<PlotFigures | undefined>(undefined);
  const problem = useSignal("");
  const isKnown = chosen !== undefined && data.columns.some(({ name }) => name === chosen.x);
  const spec = isKnown ? chosen : (suggestion?.spec ?? (suggestion && plain));
  useEffect(() => {
    problem.value = "";
    if (spec === undefined) return undefined;
    let isCurrent = true;
    data.fetchChart({ ...plotQuery(spec), ...selection }).then(
      (answer) => {
        if (isCurrent) figures.value = { spec, answer };
      },
      (error: unknown) => {
        if (isCurrent) problem.value = errorText(error, "Could not compute the chart.");
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [data.run, JSON.stringify([spec, selection])]);
  const isSettled = isKnown || suggestion !== undefined;
  return {
    spec,
    figures: figures.value,
    isSettled,
    problem: problem.value || (isKnown ? "" : (suggestion?.problem ?? "")),
  };
}

interface Suggestion {
  readonly run: string;
  readonly spec: PlotSpec | undefined;
  /** Why the columns could not be read; empty when they could. */
  readonly problem: string;
}

/** Returns the suggested chart, or none; `undefined` while that is not known. */
function useSuggestion(data: ResultData): Suggestion | undefined {
  const suggestion = useSignal<Suggestion | undefined>(undefined);
  useEffect(() => {
    const columns = data.columns
      .filter(({ kind }) => kind !== "nested")
      .slice(0, maxProfiled)
      .map(({ name, kind }) => ({ column: name, kind }));
    const settle = (spec: PlotSpec | undefined, problem = ""): void => {
      suggestion.value = { run: data.run, spec, problem };
    };
    let isCurrent = true;
    suggestPlot(columns, (names) => data.fetchProfiles(names, false)).then(
      (spec) => isCurrent && settle(spec),
      (error: unknown) =>
        isCurrent &&
        settle(undefined, error instanceof Error ? error.message : "Could not read the columns."),
    );
    return () => {
      isCurrent = false;
    };
  }, [data.run]);
  return suggestion.value?.run === data.run ? suggestion.value : undefined;
}

// A histogram with more bins than this has bars of a few pixels on a small screen.
const histogramBins = 40;
const heatMapRows = 40;
// Narrower columns and slices cannot be told apart, and thousands of them would hold the page up.
const heatMapColumns = 100;
const pieSlices = 24;

/** Returns the query for the figures of a chart. They are computed by the service, over all rows. */
export function plotQuery(spec: PlotSpec): ChartQuery {
  const { kind, x, y = x, series, unit, measures } = spec;
  const axis = { column: x, ...(unit !== undefined && { unit }) };
  const split = series === undefined ? {} : { series: { column: series } };
  switch (kind) {
    case "scatter":
      return { kind: "points", x, y, ...(series !== undefined && { series }) };
    case "box":
      return { kind: "boxes", x: axis, y };
    case "histogram":
      return { kind: "groups", x: { column: x, bins: histogramBins }, ...split, measures: [countRows] };
    case "heat map":
      return {
        kind: "groups",
        x: axis,
        series: { column: y },
        measures: measures.slice(0, 1),
        maxGroups: heatMapColumns,
        maxSeries: heatMapRows,
      };
    case "pie":
      return { kind: "groups", x: axis, ...split, measures, maxGroups: pieSlices };
    default:
      return { kind: "groups", x: axis, ...split, measures };
  }
}
