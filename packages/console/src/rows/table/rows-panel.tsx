import { type Signal, signal } from "@preact/signals";
import type { ExportRequest } from "@wellhead/workbench/protocol";
import type { ComponentType, JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { lazyComponent } from "../../controls/lazy-component.js";
import { visibleText } from "../../text/visible-text.js";
import { type EarlyRows, earlyColumns } from "../data/early-rows.js";
import type { ResultData } from "../data/result-data.js";
import { ResultTable } from "./result-table.js";
import { heldRows, RowCache } from "./row-cache.js";
import { RowsBar } from "./rows-bar.js";
import { plainLayout, type RowChoice, type TableLayout } from "./table-layout.js";

const RowDrawer = lazyComponent(async () => (await import("./row-drawer.js")).RowDrawer);

/** Props of the chart above the rows: all rows, once they have arrived, and a function that hides it. */
export interface ChartProps {
  readonly data: ResultData | undefined;
  readonly hide: () => void;
}

/** Props of `RowsPanel`: the rows of a run, or the first ones while it is in progress. */
export interface RowsPanelProps {
  /** All rows, once they have arrived. */
  readonly data: ResultData | undefined;
  readonly early: EarlyRows | undefined;
  readonly name: string;
  readonly choice: RowChoice;
  readonly choose: (change: Partial<RowChoice>) => void;
  /** What a saved file does not contain, in words; empty for nothing. */
  readonly note: string;
  /** Draws the chart above the table. */
  readonly Chart: ComponentType<ChartProps>;
  /** Saves rows as a file. */
  readonly save: (request: ExportRequest) => Promise<void>;
}

/** Whether the chart above the table is shown. */
const showsChart = signal(true);

/**
 * Shows the rows of a run: a chart, and a table that can be searched, sorted and saved once all rows have arrived. The
 * first rows and the focus then keep their positions.
 */
export function RowsPanel(props: RowsPanelProps): JSX.Element {
  const { data, early, name, choice, choose, Chart } = props;
  const [layout] = useState(() => signal<TableLayout>(plainLayout));
  const [opened] = useState(() => signal<number | undefined>(undefined));
  const columns = useMemo(
    () => data?.columns ?? (early === undefined ? [] : earlyColumns(early)),
    [data, early?.columns.join("\n")],
  );
  const cache = useRowCache(data, early, choice);
  // Early rows are shown as they come: only all rows can be searched.
  const earlyCount = data === undefined ? early?.rows.length : undefined;
  const matching = cache.matching.value ?? earlyCount ?? (choice.search === "" ? (data?.rowCount ?? 0) : 0);
  // With another search or order, another row is at the same position.
  useEffect(() => {
    opened.value = undefined;
  }, [cache]);
  return (
    <div class="rows-panel">
      {showsChart.value ? <Chart data={data} hide={() => (showsChart.value = false)} /> : null}
      <RowsBar {...props} layout={layout} matching={matching} showsChart={showsChart} />
      {cache.problem.value === "" ? null : (
        <p class="notice" role="alert">
          {visibleText(cache.problem.value, 400)}
        </p>
      )}
      <div class="rows-body">
        <ResultTable
          name={name}
          columns={columns}
          rowCount={matching}
          cache={cache}
          layout={layout}
          data={data}
          choice={choice}
          choose={choose}
          opened={opened.value}
          open={(position) => {
            if (data !== undefined) opened.value = position;
          }}
        />
        {data === undefined ? null : (
          <OpenRow opened={opened} cache={cache} data={data} matching={matching} />
        )}
      </div>
    </div>
  );
}

interface OpenRowProps {
  /** Position of the row in the table; `undefined` when none is open. */
  readonly opened: Signal<number | undefined>;
  readonly cache: RowCache;
  readonly data: ResultData;
  readonly matching: number;
}

function OpenRow({ opened, cache, data, matching }: OpenRowProps): JSX.Element | null {
  const row = opened.value === undefined ? undefined : cache.rows.value.get(opened.value);
  if (opened.value === undefined || row === undefined) return null;
  return (
    <RowDrawer
      number={row.number}
      position={opened.value}
      rowCount={matching}
      data={data}
      open={(position) => {
        cache.need({ from: position, to: position + 1, columns: [] });
        opened.value = position;
      }}
      close={() => (opened.value = undefined)}
    />
  );
}

/** Returns the cache of the rows that are chosen. Early rows stay visible until all of them have been fetched. */
function useRowCache(
  data: ResultData | undefined,
  early: EarlyRows | undefined,
  { search, sort }: RowChoice,
): RowCache {
  const text = search.trim();
  // A link may name columns that the source no longer has.
  const known = sort.filter(({ column }) => data?.columns.some(({ name }) => name === column));
  return useMemo(() => {
    const isPlain = text === "" && known.length === 0;
    const held = early === undefined || (data !== undefined && !isPlain) ? undefined : heldRows(early);
    if (data === undefined) return new RowCache(undefined, {}, held);
    return new RowCache(
      (request) => data.fetchRows(request),
      { sort: known, ...(text !== "" && { search: text }) },
      held,
    );
  }, [data, data === undefined ? early : undefined, text, JSON.stringify(known)]);
}
