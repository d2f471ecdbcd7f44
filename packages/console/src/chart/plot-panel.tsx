import type { RowCondition, RowSelection } from "@wellhead/workbench/protocol";
import type { JSX } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { Icon } from "../controls/icon.js";
import { isDark } from "../controls/style/theme.js";
import type { ResultData } from "../rows/data/result-data.js";
import { formatCount } from "../text/format-amount.js";
import { visibleText } from "../text/visible-text.js";
import { countRows, type PlotSpec, plotTitle } from "../view/plot-spec.js";
import { changeView, view } from "../view/view.js";
import { init } from "./echarts.js";
import { plotColors } from "./plot-colors.js";
import { PlotControls } from "./plot-controls.js";
import { markCount, plotOption } from "./plot-option.js";
import { PlotTable } from "./plot-table.js";
import { noteOf } from "./plot-tooltip.js";
import { savePlotPng, savePlotSvg } from "./save-plot.js";
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

/** Shows only the rows of a mark. */
type Drill = (where: readonly RowCondition[]) => void;

/** Shows a chart of the rows and its settings. */
export function PlotPanel({ data, name, mark, selection, drill }: PlotPanelProps): JSX.Element {
  const rows = { data, selection };
  const { spec, figures, problem } = usePlot(rows, view.value.chart, plainPlot(data));
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
  const dark = isDark.value;
  const option = useMemo(
    () => figures && plotOption(figures.spec, figures.answer, { colors: plotColors(dark), isSmall: true }),
    [figures, dark],
  );
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
      {option === undefined ? (
        <span class="skeleton" />
      ) : (
        <PlotCanvas option={option} title={title} renderer={rendererOf(figures)} drill={drill} />
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
  const option = useMemo(() => plotOption(spec, answer, { colors, isSmall: false }), [figures, colors]);
  // A picture must not look complete when rows are missing.
  const file = `${name}-${spec.kind}${mark === "" ? "" : "-partial"}`;
  const isEmpty = markCount(answer) === 0;
  const saved = (): Record<string, unknown> =>
    plotOption(spec, answer, { colors, isSmall: false, title, mark });
  return (
    <>
      <header class="plot-head">
        <h2>{title}</h2>
        <span class="about">
          {basisText(answer)} {undrawnText(spec, answer)}
        </span>
        <span class="spacer" />
        <button
          type="button"
          class="quiet"
          disabled={isEmpty}
          onClick={() => savePlotSvg(saved(), colors.paper, file)}
        >
          <Icon name="save" /> SVG
        </button>
        <button
          type="button"
          class="quiet"
          disabled={isEmpty}
          onClick={() => void savePlotPng(saved(), colors.paper, file)}
        >
          <Icon name="save" /> PNG
        </button>
      </header>
      {isEmpty ? (
        <p class="empty">These columns have no values that this chart can draw. Choose others.</p>
      ) : (
        <PlotCanvas option={option} title={title} renderer={rendererOf(figures)} drill={drill} />
      )}
      {isEmpty ? null : <PlotTable figures={figures} drill={drill} />}
    </>
  );
}

/** The cells of a heat map are too many for elements of the page. */
function rendererOf(figures: PlotFigures | undefined): PlotCanvasProps["renderer"] {
  return figures?.spec.kind === "heat map" ? "canvas" : "svg";
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

type EChart = ReturnType<typeof init>;

/** Props of `PlotCanvas`: a drawing, and its description for users of screen readers. */
interface PlotCanvasProps {
  readonly option: Record<string, unknown>;
  readonly title: string;
  readonly renderer: "canvas" | "svg";
  readonly drill: Drill;
}

/** Shows a drawing, which follows the size of the element. */
function PlotCanvas({ option, title, renderer, drill }: PlotCanvasProps): JSX.Element {
  const frame = useRef<HTMLDivElement>(null);
  const chart = useRef<EChart | undefined>(undefined);
  const latest = useRef(drill);
  latest.current = drill;
  useEffect(() => {
    const { current: element } = frame;
    if (element === null) return undefined;
    const drawn = init(element, undefined, { renderer });
    chart.current = drawn;
    drawn.on("click", ({ data }: { readonly data?: unknown }) => {
      const where = noteOf(data)?.where;
      if (where !== undefined) latest.current(where);
    });
    // The observer also reports the size that the chart already has; drawing it again would take as long as the first time.
    const observer = new ResizeObserver(() => {
      if (element.clientWidth !== drawn.getWidth() || element.clientHeight !== drawn.getHeight())
        drawn.resize();
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      // The library keeps the context that it drew with last, and with it the pixels of every layer.
      for (const layer of element.querySelectorAll("canvas")) layer.width = 0;
      drawn.dispose();
    };
  }, [renderer]);
  useEffect(() => chart.current?.setOption(option, { notMerge: true }), [option, renderer]);
  return <div ref={frame} class="plot" role="img" aria-label={title} />;
}
