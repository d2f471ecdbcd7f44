import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { isDark } from "../app/theme.js";
import { changeView, view } from "../app/view.js";
import { useColumnFacts } from "../columns/use-column-facts.js";
import { stream } from "../data/stream-state.js";
import { formatCount } from "../text/format-amount.js";
import { visibleText } from "../text/visible-text.js";
import { chartColors } from "./chart-colors.js";
import { ChartControls } from "./chart-controls.js";
import type { ChartData } from "./chart-data.js";
import type { ChartSpec } from "./chart-spec.js";
import { ChartTable } from "./chart-table.js";
import { ChartView } from "./chart-view.js";
import { loadChartData } from "./load-chart-data.js";
import { savePng, saveSvg } from "./save-chart.js";
import { suggestChart } from "./suggest-chart.js";

const height = 420;

/** Shows a chart of the rows and its settings. */
export function ChartPanel(): JSX.Element {
  const { progress, source } = stream.value;
  const gathered = useColumnFacts();
  const { facts, rows } = gathered ?? { rows: 0, facts: [] };
  const chosen = view.value.chart;
  const spec =
    chosen !== undefined && facts.some(({ id }) => id === chosen.x) ? chosen : suggestChart(facts, rows);
  const data = useChartData(spec, progress.rows);
  const frame = useRef<HTMLDivElement>(null);
  const picture = useRef<SVGSVGElement>(null);
  const width = useWidth(frame);
  if (gathered === undefined) return <p class="empty">Looking at the rows…</p>;
  if (spec === undefined) return <p class="empty">A chart needs rows: there are none yet.</p>;
  const title = chartTitle(spec);
  const name = `${source}-${spec.kind}`;
  const hasMarks = data !== undefined && (data.bars.length > 0 || data.points.length > 0);
  const save = (how: typeof saveSvg | typeof savePng) => () => {
    if (picture.current !== null) void how(picture.current, name);
  };
  return (
    <div class="chart-panel">
      <ChartControls spec={spec} facts={facts} change={(chart) => changeView({ chart })} />
      <h2 class="chart-title">{title}</h2>
      <div ref={frame} class="chart-frame">
        {hasMarks ? (
          <ChartView
            data={data}
            spec={spec}
            colors={chartColors(isDark.value)}
            width={width}
            height={height}
            title={title}
            picture={picture}
          />
        ) : (
          <p class="empty">
            {data === undefined
              ? "Drawing…"
              : "These columns hold nothing this chart can draw: choose others."}
          </p>
        )}
      </div>
      <div class="panel-foot">
        <span class="about">{data === undefined ? "" : basisText(data)}</span>
        <span class="spacer" />
        <button type="button" class="quiet" disabled={!hasMarks} onClick={save(saveSvg)}>
          SVG
        </button>
        <button type="button" class="quiet" disabled={!hasMarks} onClick={save(savePng)}>
          PNG
        </button>
      </div>
      {hasMarks && spec.kind !== "scatter" ? <ChartTable data={data} spec={spec} /> : null}
    </div>
  );
}

/**
 * Requests the chart data whenever the chart or the rows have changed. While a request is pending, only the latest
 * change is kept.
 */
function useChartData(spec: ChartSpec | undefined, rows: number): ChartData | undefined {
  const data = useSignal<{ readonly of: string; readonly answer: ChartData } | undefined>(undefined);
  const wanted = useRef<ChartSpec | undefined>(undefined);
  const asking = useRef(false);
  const wish = JSON.stringify(spec);
  useEffect(() => {
    wanted.current = spec;
    if (asking.current) return;
    asking.current = true;
    void fetchWanted(wanted, (answer, of) => {
      data.value = { answer, of: JSON.stringify(of) };
    }).finally(() => {
      asking.current = false;
    });
  }, [wish, rows]);
  // Figures of another chart must not be shown under the title of this one.
  return data.value?.of === wish ? data.value?.answer : undefined;
}

async function fetchWanted(
  wanted: { current: ChartSpec | undefined },
  show: (data: ChartData, spec: ChartSpec) => void,
): Promise<void> {
  while (wanted.current !== undefined) {
    const spec = wanted.current;
    wanted.current = undefined;
    const { result } = stream.peek();
    if (result !== undefined) show(await loadChartData(result, spec), spec);
  }
}

function useWidth(frame: { readonly current: HTMLDivElement | null }): number {
  const width = useSignal(800);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined) width.value = Math.max(300, Math.floor(entry.contentRect.width));
    });
    if (frame.current !== null) observer.observe(frame.current);
    return () => observer.disconnect();
  }, [frame.current]);
  return width.value;
}

function chartTitle({ kind, x, y, aggregate, grouping }: ChartSpec): string {
  const [across, up] = [visibleText(x, 60), visibleText(y ?? "", 60)];
  if (kind === "histogram") return `How ${across} is spread`;
  if (kind === "scatter") return `${up || across} against ${across}`;
  const measured =
    aggregate === "count" || y === undefined
      ? "Rows"
      : `${aggregate[0]?.toUpperCase()}${aggregate.slice(1)} of ${up}`;
  return `${measured} by ${grouping === "none" ? across : `${grouping} of ${across}`}`;
}

function basisText({ basis, note }: ChartData): string {
  const rows =
    basis.rows < basis.of
      ? `a sample of ${formatCount(basis.rows)} of ${formatCount(basis.of)} rows`
      : `${formatCount(basis.of)} rows`;
  return `From ${rows}.${note === "" ? "" : ` ${note}.`}`;
}
