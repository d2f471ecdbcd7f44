import { useSignal } from "@preact/signals";
import type { ChartAnswer, RowSelection } from "@wellhead/workbench/protocol";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { Icon } from "../controls/icon.js";
import { isDark } from "../controls/style/theme.js";
import type { ResultData } from "../rows/data/result-data.js";
import { formatCount } from "../text/format-amount.js";
import { visibleText } from "../text/visible-text.js";
import { countRows, type PlotSpec, plotTitle } from "../workbench/view/plot-spec.js";
import { changeView, view } from "../workbench/view/view.js";
import { plotColors } from "./draw/plot-colors.js";
import { LazyPlot, loadPlot } from "./lazy-plot.js";
import { loadKind } from "./load-kind.js";
import type { Drill } from "./plot-canvas.js";
import { PlotControls } from "./plot-controls.js";
import { PlotTable } from "./plot-table.js";
import type { PlotPicture } from "./save-plot.js";
import { undrawnText } from "./undrawn.js";
import { type PlotFigures, usePlot } from "./use-plot.js";

/** Props of `PlotPanel`: the rows, and a name for them. */
export interface PlotPanelProps {
  readonly data: ResultData;
  readonly name: string;
  /** What the rows lack, which a saved picture says; empty for nothing. */
  readonly mark: string;
  /** The rows that are drawn. */
  readonly selection: RowSelection;
  readonly drill: Drill;
}

/** Shows a chart of the rows and its settings. */
export function PlotPanel({ data, name, mark, selection, drill }: PlotPanelProps): JSX.Element {
  const rows = { data, selection };
  const { spec, figures, problem } = usePlot(rows, view.value.chart, plainPlot(data));
  useLoading(spec);
  if (data.rowCount === 0) return <p class="empty">A chart needs rows: there are none.</p>;
  return (
    <div class="plot-panel">
      {spec === undefined ? null : (
        <PlotControls
          spec={spec}
          columns={data.columns}
          unit={figures === undefined ? undefined : unitOf(figures)}
          change={(chart) => changeView({ chart })}
        />
      )}
      {problem === "" ? null : (
        <p class="notice" role="alert">
          {visibleText(problem, 400)}
        </p>
      )}
      {figures === undefined ? (
        <p class="plot skeleton" />
      ) : (
        <Drawn figures={figures} name={name} mark={mark} drill={drill} />
      )}
    </div>
  );
}

/** Loads what draws a chart while its figures are computed. What shows the chart reports a failure. */
function useLoading(spec: PlotSpec | undefined): void {
  useEffect(() => {
    if (spec !== undefined) loadPlot(spec.kind).catch(() => undefined);
  }, [spec?.kind]);
}

// The controls need settings to begin with, also when the rows suggest none.
function plainPlot({ columns }: ResultData): PlotSpec | undefined {
  const first = columns.find(({ kind }) => kind !== "nested") ?? columns[0];
  return first && { kind: "bar", x: first.name, measures: [countRows] };
}

/** Props of `PlotStrip`: the rows, and a callback that hides the strip. */
export interface PlotStripProps {
  readonly data: ResultData;
  readonly selection: RowSelection;
  readonly hide: () => void;
  readonly drill: Drill;
}

/** Shows the chart of the rows in a strip above their table. The strip always has the same height, and takes no room when the rows suggest no chart. */
export function PlotStrip({ data, selection, hide, drill }: PlotStripProps): JSX.Element | null {
  const { spec, figures, problem, isSettled } = usePlot({ data, selection }, view.value.chart);
  useLoading(spec);
  const isNothing =
    problem === "" &&
    ((isSettled && spec === undefined) || (figures !== undefined && markCount(figures.answer) < 2));
  if (isNothing) return null;
  if (problem !== "") {
    return (
      <section class="plot-strip" aria-label="Chart">
        <p class="plot-strip-note about">
          {visibleText(problem, 300)}
          <button type="button" class="link" onClick={hide}>
            Hide this strip
          </button>
        </p>
      </section>
    );
  }
  const title = figures === undefined ? "" : visibleText(plotTitle(figures.spec, unitOf(figures)), 160);
  return (
    <section class="plot-strip" aria-label="Chart">
      <h2 class="plot-strip-title" aria-hidden={title === ""}>
        {title || "\u00a0"}
      </h2>
      {figures === undefined ? (
        <span class="skeleton" />
      ) : (
        <LazyPlot figures={figures} colors={plotColors(isDark.value)} isSmall title={title} drill={drill} />
      )}
    </section>
  );
}

interface DrawnProps {
  readonly figures: PlotFigures;
  readonly name: string;
  readonly mark: string;
  readonly drill: Drill;
}

function Drawn({ figures, name, mark, drill }: DrawnProps): JSX.Element {
  const { spec, answer } = figures;
  const colors = plotColors(isDark.value);
  const title = visibleText(plotTitle(spec, unitOf(figures)), 160);
  // A picture must not look complete when rows are missing.
  const file = `${name}-${spec.kind}${mark === "" ? "" : "-partial"}`;
  const isEmpty = markCount(answer) === 0;
  return (
    <>
      <header class="plot-head">
        <h2>{title}</h2>
        <span class="about">
          {basisText(answer)} {undrawnText(spec, answer)}
        </span>
        <span class="spacer" />
        <SaveButtons figures={figures} picture={{ colors, title, mark, file }} isEmpty={isEmpty} />
      </header>
      {isEmpty ? (
        <p class="empty">These columns have no values that this chart can draw. Choose others.</p>
      ) : (
        <LazyPlot figures={figures} colors={colors} isSmall={false} title={title} drill={drill} />
      )}
      {isEmpty ? null : <PlotTable figures={figures} drill={drill} />}
    </>
  );
}

function unitOf({ answer }: PlotFigures) {
  return answer.kind === "points" ? undefined : answer.unit;
}

function basisText(answer: PlotFigures["answer"]): string {
  const rows = `${formatCount(answer.rows)} ${answer.rows === 1 ? "row" : "rows"}`;
  if (answer.kind !== "points") return `${rows}.`;
  const missing = answer.missing > 0 ? `, ${formatCount(answer.missing)} without a value are left out` : "";
  return answer.isEveryRow
    ? `${rows}${missing}.`
    : `${rows} in ${formatCount(answer.points.length)} points${missing}.`;
}

/** Returns the number of marks in an answer; 0 when there is nothing to draw. */
function markCount(answer: ChartAnswer): number {
  switch (answer.kind) {
    case "points":
      return answer.points.length;
    case "boxes":
      return answer.boxes.length;
    default:
      return answer.groups.filter(({ values }) => values.some((value) => value !== null)).length;
  }
}

/** Props of `SaveButtons`: a chart, and what its picture says. */
interface SaveButtonsProps {
  readonly figures: PlotFigures;
  readonly picture: PlotPicture;
  /** Whether there is nothing to save. */
  readonly isEmpty: boolean;
}

/** Saves a chart as SVG or PNG. The code for that is loaded then. */
function SaveButtons({ figures, picture, isEmpty }: SaveButtonsProps): JSX.Element {
  const problem = useSignal("");
  const save = async (format: "svg" | "png"): Promise<void> => {
    problem.value = "";
    try {
      const { spec, answer } = figures;
      const [{ savePlot }, { draw }] = await Promise.all([import("./save-plot.js"), loadKind(spec.kind)]);
      await savePlot(draw(spec, answer, { colors: picture.colors, isSmall: false }), picture, format);
    } catch (error) {
      problem.value = error instanceof Error ? error.message : "Could not save the chart.";
    }
  };
  return (
    <>
      {problem.value === "" ? null : <span role="alert">{problem.value}</span>}
      {(["svg", "png"] as const).map((format) => (
        <button key={format} type="button" class="quiet" disabled={isEmpty} onClick={() => void save(format)}>
          <Icon name="save" /> {format.toUpperCase()}
        </button>
      ))}
    </>
  );
}
