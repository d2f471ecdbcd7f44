import { type Signal, signal, useSignal } from "@preact/signals";
import type { ExportRequest, RowCondition, RowSelection, TableColumn } from "@wellhead/workbench/protocol";
import type { ComponentType, JSX } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { lazyComponent } from "../../controls/lazy-component.js";
import { formatCount } from "../../text/format-amount.js";
import { visibleText } from "../../text/visible-text.js";
import { addConditions } from "../../workbench/view/row-conditions.js";
import { type EarlyRows, earlyColumns } from "../data/early-rows.js";
import type { ResultData } from "../data/result-data.js";
import type { AskSource } from "./cell-menu.js";
import { columnTitle } from "./member-columns.js";
import { ResultTable } from "./result-table.js";
import { heldRows, RowCache } from "./row-cache.js";
import { RowsBar } from "./rows-bar.js";
import { plainLayout, type RowChoice, selectionOf, type TableLayout } from "./table-layout.js";

const ColumnDrawer = lazyComponent(async () => (await import("../columns/column-drawer.js")).ColumnDrawer);
const RowDrawer = lazyComponent(async () => (await import("./row-drawer.js")).RowDrawer);

/** Props of the chart above the rows. */
export interface ChartProps {
  /** All rows, once they have arrived. */
  readonly data: ResultData | undefined;
  /** The rows that are drawn. */
  readonly selection: RowSelection;
  readonly hide: () => void;
  /** Shows only the rows of a mark. */
  readonly drill: (where: readonly RowCondition[]) => void;
}

/** Props of `RowsPanel`: the rows of a run, or the first ones while it is in progress. */
export interface RowsPanelProps {
  /** All rows, once they have arrived. */
  readonly data: ResultData | undefined;
  readonly early: EarlyRows | undefined;
  readonly name: string;
  readonly choice: RowChoice;
  readonly choose: (change: Partial<RowChoice>) => void;
  /** Whether the service no longer keeps the rows. */
  readonly isGone: boolean;
  /** What a saved file does not contain, in words; empty for nothing. */
  readonly note: string;
  /** Draws the chart above the table. */
  readonly Chart: ComponentType<ChartProps>;
  /** Asks the source for the rows with the value of a cell; `undefined` when it cannot be asked for it. */
  readonly askSource?: AskSource | undefined;
  /** Saves rows as a file. */
  readonly save: (request: ExportRequest) => Promise<void>;
}

/** Whether the window is so high, in pixels, that a chart leaves enough room for rows. Zooming in makes it lower. */
const isHigh = matchMedia("(min-height: 561px)");
/** Whether the chart above the table is shown. */
const showsChart = signal(isHigh.matches);
isHigh.addEventListener("change", () => (showsChart.value = isHigh.matches));

/**
 * Shows the rows of a run: a chart, and a table that can be searched, sorted and saved once all rows have arrived. The
 * first rows and the focus then keep their positions.
 */
export function RowsPanel(props: RowsPanelProps): JSX.Element {
  const { data, early, choice, choose, Chart } = props;
  const [layout] = useState(() => signal<TableLayout>(plainLayout));
  const columns = useMemo(
    () => data?.columns ?? (early === undefined ? [] : earlyColumns(early)),
    [data, early?.columns.join("\n")],
  );
  const cache = useRowCache(data, early, choice);
  // Early rows are shown as they come: only all rows can be searched.
  const earlyCount = data === undefined ? early?.rows.length : undefined;
  const matching = cache.matching.value ?? earlyCount ?? (isEveryRow(choice) ? data?.rowCount : undefined);
  // The rows are found first, and drawn afterwards: to do both at once would delay the rows.
  const drawn = useRef(selectionOf(choice));
  if (matching !== undefined || cache.problem.value !== "") drawn.current = selectionOf(choice);
  return (
    <div class="rows-panel">
      {showsChart.value && !props.isGone ? (
        <Chart
          data={data}
          selection={drawn.current}
          hide={() => (showsChart.value = false)}
          drill={(where) => choose({ where: addConditions(choice.where, where) })}
        />
      ) : null}
      <RowsBar {...props} layout={layout} matching={matching} showsChart={showsChart} />
      <UnreadTimes columns={columns} />
      {cache.problem.value === "" || props.isGone ? null : (
        <p class="notice" role="alert">
          {visibleText(cache.problem.value, 400)}
        </p>
      )}
      <RowsBody {...props} columns={columns} cache={cache} layout={layout} matching={matching ?? 0} />
    </div>
  );
}

/** Names the columns of times with texts that are not in the calendar. Sorts, filters and charts take them as missing. */
function UnreadTimes({ columns }: { readonly columns: readonly TableColumn[] }): JSX.Element | null {
  const notes = columns.flatMap(({ unread, ...column }) => {
    if (unread === undefined) return [];
    const rows = `${formatCount(unread.count)} ${unread.count === 1 ? "row has" : "rows have"}`;
    return [
      `${visibleText(columnTitle(column), 60)}: ${rows} no such time, first ${visibleText(unread.first, 60)}.`,
    ];
  });
  return notes.length === 0 ? null : <p class="about rows-note">{notes.join(" ")}</p>;
}

interface RowsBodyProps extends RowsPanelProps {
  readonly columns: readonly TableColumn[];
  readonly cache: RowCache;
  readonly layout: Signal<TableLayout>;
  /** Number of rows in the table. */
  readonly matching: number;
}

/** The table, and next to it the open row or the figures of a column. */
function RowsBody(props: RowsBodyProps): JSX.Element {
  const { data, name, choice, choose, columns, cache, layout, matching } = props;
  const opened = useSignal<number | undefined>(undefined);
  const figured = useSignal<TableColumn | undefined>(undefined);
  // With another search or order, another row is at the same position.
  useLayoutEffect(() => {
    opened.value = undefined;
  }, [cache]);
  return (
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
        askSource={props.askSource}
        showFigures={(column) => {
          opened.value = undefined;
          figured.value = column;
        }}
        opened={opened.value}
        open={(position) => {
          figured.value = undefined;
          if (data !== undefined) opened.value = position;
        }}
      />
      {data === undefined ? null : <OpenRow opened={opened} cache={cache} data={data} matching={matching} />}
      {data === undefined || figured.value === undefined ? null : (
        <ColumnDrawer
          key={figured.value.name}
          column={figured.value}
          data={data}
          selection={selectionOf(choice)}
          filter={(condition) => choose({ where: addConditions(choice.where, [condition]) })}
          close={() => (figured.value = undefined)}
        />
      )}
    </div>
  );
}

function isEveryRow({ search, where }: RowChoice): boolean {
  return search === "" && where.length === 0;
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
  { sort, ...rows }: RowChoice,
): RowCache {
  // A link may name columns that the source no longer has.
  const isKnown = ({ column }: { readonly column: string }): boolean =>
    data?.columns.some(({ name }) => name === column) ?? false;
  const known = sort.filter(isKnown);
  const selection = selectionOf(rows);
  const isPlain = Object.keys(selection).length === 0 && known.length === 0;
  return useMemo(() => {
    const held = early === undefined || (data !== undefined && !isPlain) ? undefined : heldRows(early);
    if (data === undefined) return new RowCache(undefined, {}, held);
    return new RowCache((request) => data.fetchRows(request), { sort: known, ...selection }, held);
  }, [data, data === undefined ? early : undefined, JSON.stringify([known, selection])]);
}
