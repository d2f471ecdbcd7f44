import { useSignal } from "@preact/signals";
import type { RowCondition } from "@wellhead/workbench/protocol";
import type { JSX, RefObject } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { type EChart, init } from "./draw/echarts.js";
import { noteOf } from "./draw/mark-note.js";
import type { PlotDrawing } from "./draw/plot-drawing.js";
import { followPointer } from "./follow-pointer.js";
import type { LoadedKind } from "./load-kind.js";
import { ZoomControl } from "./zoom-control.js";
import { followGestures, type GestureZoom } from "./zoom-gestures.js";
import { axisEnds, stepsOf, wholeAxis, type ZoomWindow } from "./zoom-window.js";

/** Shows only the rows of a mark. */
export type Drill = (where: readonly RowCondition[]) => void;

/** Props of `PlotCanvas`: a drawing, and its description for users of screen readers. */
export interface PlotCanvasProps {
  readonly drawing: PlotDrawing;
  readonly title: string;
  readonly drill: Drill;
  readonly Scale: LoadedKind["Scale"] | undefined;
}

/** What a person has changed in the view of a drawing. */
interface PlotView {
  readonly of: PlotDrawing;
  readonly hidden: ReadonlySet<string>;
  readonly zoom: ZoomWindow;
}

/** Shows a drawing, which follows the size of the element, with its legend and the control of its zoom. */
export function PlotCanvas({ drawing, title, drill, Scale }: PlotCanvasProps): JSX.Element {
  const changed = useSignal<PlotView | undefined>(undefined);
  const hovered = useSignal<unknown>(undefined);
  // Other figures are shown from their beginning.
  const view =
    changed.value?.of === drawing
      ? changed.value
      : { of: drawing, hidden: new Set<string>(), zoom: wholeAxis };
  const change = (next: Partial<PlotView>): void => {
    changed.value = { ...view, ...next };
  };
  const shown = withoutHidden(drawing, view.hidden);
  const latest = useRef({ shown, view, change, drill });
  latest.current = { shown, view, change, drill };
  const { frame, chart } = useChart(latest, rendererOf(drawing), (mark) => {
    hovered.value = mark;
  });
  useEffect(
    () => chart.current?.setOption(zoomed(shown, view.zoom), { notMerge: true }),
    [drawing, view.hidden],
  );
  useEffect(() => {
    const { axis } = drawing;
    if (axis?.zoom !== undefined)
      chart.current?.setOption({ xAxis: axisEnds(axis, view.zoom) }, { lazyUpdate: true });
  }, [view.zoom]);
  const emphasize = (marks: object | undefined): void => {
    chart.current?.dispatchAction({ type: "downplay" });
    if (marks !== undefined) chart.current?.dispatchAction({ type: "highlight", ...marks });
  };
  const { axis } = drawing;
  return (
    <div class="plot-view">
      {drawing.hasLegend ? (
        <PlotLegend
          drawing={drawing}
          hidden={view.hidden}
          change={(hidden) => change({ hidden })}
          emphasize={(seriesName) => emphasize(seriesName === undefined ? undefined : { seriesName })}
        />
      ) : null}
      <div ref={frame} class="plot" role="img" aria-label={title} />
      {Scale === undefined ? null : (
        <Scale
          drawing={drawing}
          hovered={hovered.value}
          emphasize={(dataIndex) => emphasize({ seriesIndex: 0, dataIndex })}
        />
      )}
      {axis?.zoom === "control" ? (
        <ZoomControl axis={axis} window={view.zoom} change={(zoom) => change({ zoom })} />
      ) : null}
    </div>
  );
}

/** Props of `PlotLegend`: a chart, and which of its series are hidden. */
interface PlotLegendProps {
  readonly drawing: PlotDrawing;
  /** Names of the series that are hidden. */
  readonly hidden: ReadonlySet<string>;
  readonly change: (hidden: ReadonlySet<string>) => void;
  /** Emphasizes a series; none for `undefined`. */
  readonly emphasize: (name: string | undefined) => void;
}

/** Lists the series of a chart with their colours. Each is a button that hides its series and shows it again. */
function PlotLegend({ drawing, hidden, change, emphasize }: PlotLegendProps): JSX.Element {
  const { option, colors } = drawing;
  return (
    <ul class="plot-legend" aria-label="Series">
      {option.series.map(({ name }, index) => (
        <li key={name}>
          <button
            type="button"
            aria-pressed={!hidden.has(name)}
            onClick={() => change(toggled(hidden, name))}
            onPointerEnter={() => emphasize(name)}
            onPointerLeave={() => emphasize(undefined)}
          >
            <i style={{ background: colors[index % colors.length] }} />
            <bdi>{name}</bdi>
          </button>
        </li>
      ))}
    </ul>
  );
}

function toggled(hidden: ReadonlySet<string>, name: string): ReadonlySet<string> {
  return new Set(hidden.has(name) ? [...hidden].filter((one) => one !== name) : [...hidden, name]);
}

/** The cells of a heat map are too many for elements of the page. */
function rendererOf({ option }: PlotDrawing): "canvas" | "svg" {
  return option.series[0]?.type === "heatmap" ? "canvas" : "svg";
}

/** What the listeners of a chart need, as it was drawn last. */
interface Latest {
  readonly shown: PlotDrawing;
  readonly view: PlotView;
  readonly change: (next: Partial<PlotView>) => void;
  readonly drill: Drill;
}

/** Creates a chart in an element. */
function useChart(
  latest: RefObject<Latest>,
  renderer: "canvas" | "svg",
  hover: (mark: unknown) => void,
): { readonly frame: RefObject<HTMLDivElement | null>; readonly chart: RefObject<EChart | undefined> } {
  const frame = useRef<HTMLDivElement>(null);
  const chart = useRef<EChart | undefined>(undefined);
  useEffect(() => {
    const { current: element } = frame;
    if (element === null) return undefined;
    const drawn = init(element, undefined, { renderer });
    const removed = new AbortController();
    chart.current = drawn;
    drawn.on("click", ({ data }: { readonly data?: unknown }) => {
      const where = noteOf(data)?.where;
      if (where !== undefined) latest.current.drill(where);
    });
    followPointer(drawn, element, { current: () => latest.current.shown, hover });
    followGestures(drawn, element, { ...gestureZoom(latest), signal: removed.signal });
    // The observer also reports the size that the chart already has; drawing it again would take as long as the first time.
    const observer = new ResizeObserver(() => {
      if (element.clientWidth !== drawn.getWidth() || element.clientHeight !== drawn.getHeight())
        drawn.resize();
    });
    observer.observe(element);
    return () => {
      removed.abort();
      observer.disconnect();
      // The library keeps the context that it drew with last, and with it the pixels of every layer.
      for (const layer of element.querySelectorAll("canvas")) layer.width = 0;
      drawn.dispose();
    };
  }, []);
  return { frame, chart };
}

function gestureZoom(latest: RefObject<Latest>): Omit<GestureZoom, "signal"> {
  const axis = () => latest.current.shown.axis;
  return {
    current: () => (axis()?.zoom === undefined ? undefined : latest.current.view.zoom),
    minSize: () => {
      const shown = axis();
      return shown?.isCategory === true ? 1 / stepsOf(shown) : 0.001;
    },
    change: (zoom) => latest.current.change({ zoom }),
  };
}

/** Leaves the hidden series out, also from the space of the bars. Each series keeps its colour. */
function withoutHidden(drawing: PlotDrawing, hidden: ReadonlySet<string>): PlotDrawing {
  if (hidden.size === 0) return drawing;
  const { option, colors } = drawing;
  const kept = option.series
    .map((series, index) => ({ series, color: colors[index % colors.length] ?? "" }))
    .filter(({ series }) => !hidden.has(series.name));
  const keptColors = kept.map(({ color }) => color);
  return {
    ...drawing,
    colors: keptColors,
    option: { ...option, color: keptColors, series: kept.map(({ series }) => series) },
  };
}

function zoomed({ option, axis }: PlotDrawing, zoom: ZoomWindow): Record<string, unknown> {
  const { xAxis } = option;
  if (axis?.zoom === undefined || typeof xAxis !== "object") return option;
  return { ...option, xAxis: { ...xAxis, ...axisEnds(axis, zoom) } };
}
