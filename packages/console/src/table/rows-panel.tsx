import { type Signal, signal, useSignal } from "@preact/signals";
import type { ExportFormat, ExportRequest, SortColumn } from "@wellhead/workbench/protocol";
import type { JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { Icon } from "../controls/icon.js";
import { lazyComponent } from "../controls/lazy-component.js";
import { Popover } from "../controls/popover.js";
import { type EarlyRows, earlyColumns, earlyWindow } from "../data/early-rows.js";
import type { ResultData } from "../data/result-data.js";
import { formatCount } from "../text/format-amount.js";
import { visibleText } from "../text/visible-text.js";
import { ColumnPicker } from "./column-picker.js";
import { ResultTable } from "./result-table.js";
import { RowCache } from "./row-cache.js";
import { plainLayout, type TableLayout } from "./table-layout.js";

const PlotStrip = lazyComponent(
  async () => (await import("../plots/plot-panel.js")).PlotStrip,
  () => <div class="plot-strip skeleton" />,
);
const RowDrawer = lazyComponent(async () => (await import("./row-drawer.js")).RowDrawer);

/** Props of `RowsPanel`: the rows of a run, or the first of them while it goes on. */
export interface RowsPanelProps {
  readonly data: ResultData;
  readonly name: string;
  /** Saves rows as a file. */
  readonly save: (request: ExportRequest) => Promise<void>;
}

/** Whether the chart above the table is shown. */
const showsChart = signal(true);

/** Shows the rows of a run that has ended: a chart, and a table that can be searched, sorted and saved. */
export function RowsPanel({ data, name, save }: RowsPanelProps): JSX.Element {
  const [layout] = useState(() => signal<TableLayout>(plainLayout));
  const search = useSignal("");
  const opened = useSignal<number | undefined>(undefined);
  const { sort } = layout.value;
  const cache = useMemo(() => {
    const text = search.value.trim();
    return new RowCache((request) => data.fetchRows(request), { sort, ...(text !== "" && { search: text }) });
  }, [data, search.value, JSON.stringify(sort)]);
  const matching = cache.matching.value ?? (search.value === "" ? data.rowCount : 0);
  const row = opened.value === undefined ? undefined : cache.rows.value.get(opened.value);
  if (data.rowCount === 0) return <p class="empty">The source has no rows for this filter.</p>;
  return (
    <div class="rows-panel">
      {showsChart.value ? <PlotStrip data={data} /> : null}
      <RowsBar data={data} layout={layout} search={search} matching={matching} save={save} />
      {cache.problem.value === "" ? null : (
        <p class="notice" role="alert">
          {visibleText(cache.problem.value, 400)}
        </p>
      )}
      <div class="rows-body">
        <ResultTable
          name={name}
          columns={data.columns}
          rowCount={matching}
          cache={cache}
          layout={layout}
          canSort
          opened={opened.value}
          open={(position) => (opened.value = position)}
        />
        {opened.value === undefined || row === undefined ? null : (
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
        )}
      </div>
    </div>
  );
}

interface RowsBarProps {
  readonly data: ResultData;
  readonly layout: Signal<TableLayout>;
  readonly search: Signal<string>;
  /** Number of rows that match the search. */
  readonly matching: number;
  readonly save: RowsPanelProps["save"];
}

function RowsBar({ data, layout, search, matching, save }: RowsBarProps): JSX.Element {
  const { sort } = layout.value;
  return (
    <div class="rows-bar">
      <RowSearch search={search.value} change={(text) => (search.value = text)} />
      <span class="about" role="status">
        {search.value === "" ? "" : `${formatCount(matching)} of ${formatCount(data.rowCount)} rows`}
      </span>
      <span class="spacer" />
      <button
        type="button"
        class="quiet"
        aria-pressed={showsChart.value}
        onClick={() => (showsChart.value = !showsChart.value)}
      >
        Chart
      </button>
      <ColumnPicker columns={data.columns} layout={layout} />
      <SaveMenu
        selection={{ sort, ...(search.value !== "" && { search: search.value }) }}
        rows={matching}
        save={save}
      />
    </div>
  );
}

/** Shows the first rows while others arrive. */
export function EarlyRowsPanel({
  early,
  name,
}: {
  readonly early: EarlyRows;
  readonly name: string;
}): JSX.Element {
  const [layout] = useState(() => signal<TableLayout>(plainLayout));
  const cache = useMemo(() => new RowCache(async (request) => earlyWindow(early, request), {}), [early]);
  const columns = useMemo(() => earlyColumns(early), [early.columns.join("\n")]);
  return (
    <div class="rows-panel">
      <div class="rows-body">
        <ResultTable
          name={name}
          columns={columns}
          rowCount={early.rows.length}
          cache={cache}
          layout={layout}
          canSort={false}
          opened={undefined}
          open={() => undefined}
        />
      </div>
    </div>
  );
}

function RowSearch({
  search,
  change,
}: {
  readonly search: string;
  readonly change: (text: string) => void;
}): JSX.Element {
  return (
    <span class="row-search">
      <Icon name="search" />
      <input
        type="search"
        placeholder="Search rows"
        aria-label="Search rows"
        value={search}
        onInput={(event) => change(event.currentTarget.value)}
      />
    </span>
  );
}

interface SaveMenuProps {
  readonly selection: { readonly sort: readonly SortColumn[]; readonly search?: string };
  readonly rows: number;
  readonly save: RowsPanelProps["save"];
}

const formats: readonly (readonly [ExportFormat, string])[] = [
  ["csv", "CSV"],
  ["json", "JSON"],
  ["ndjson", "NDJSON"],
  ["parquet", "Parquet"],
];

function SaveMenu({ selection, rows, save }: SaveMenuProps): JSX.Element {
  const problem = useSignal("");
  return (
    <Popover
      name="Save rows"
      buttonClass="quiet"
      button={
        <>
          <Icon name="save" /> Save
        </>
      }
    >
      {(close) => (
        <div class="save-menu">
          <p class="about">
            {formatCount(rows)} {rows === 1 ? "row" : "rows"} as
          </p>
          <span class="actions">
            {formats.map(([format, name]) => (
              <button
                key={format}
                type="button"
                class="quiet"
                onClick={() => {
                  save({ ...selection, format }).then(close, (error: unknown) => {
                    problem.value = error instanceof Error ? error.message : "The rows could not be saved";
                  });
                }}
              >
                {name}
              </button>
            ))}
          </span>
          {problem.value === "" ? null : <p class="problem">{visibleText(problem.value, 300)}</p>}
        </div>
      )}
    </Popover>
  );
}
