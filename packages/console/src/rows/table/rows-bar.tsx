import { type Signal, useSignal } from "@preact/signals";
import type { ExportFormat } from "@wellhead/workbench/protocol";
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "../../controls/icon.js";
import { Popover } from "../../controls/popover.js";
import { formatCount } from "../../text/format-amount.js";
import { visibleText } from "../../text/visible-text.js";
import { errorText } from "../../workbench/exchanges/error-text.js";
import type { ResultData } from "../data/result-data.js";
import { ColumnPicker } from "./column-picker.js";
import type { RowsPanelProps } from "./rows-panel.js";
import { selectionOf, type TableLayout } from "./table-layout.js";

/** Props of `RowsBar`. */
export interface RowsBarProps extends Pick<RowsPanelProps, "data" | "choice" | "choose" | "note" | "save"> {
  readonly layout: Signal<TableLayout>;
  /** Number of rows that match the search and the conditions; `undefined` until it is known. */
  readonly matching: number | undefined;
  readonly showsChart: Signal<boolean>;
}

/** The controls above the table. They are visible from the first row, and work once all rows have arrived. */
export function RowsBar(props: RowsBarProps): JSX.Element {
  const { data, layout, choice, choose, matching, note, showsChart, save } = props;
  return (
    <div class="rows-bar">
      <RowSearch
        search={choice.search}
        isReady={data !== undefined}
        change={(search) => choose({ search })}
      />
      <span class="about one-line" role="status">
        {data === undefined || matching === undefined || (choice.search === "" && choice.where.length === 0)
          ? ""
          : `${formatCount(matching)} of ${formatCount(data.rowCount)} rows`}
      </span>
      <span class="spacer" />
      <button
        type="button"
        class="quiet"
        aria-pressed={showsChart.value}
        onClick={() => (showsChart.value = !showsChart.value)}
      >
        <Icon name="chart" /> <span class="bar-name">Chart</span>
      </button>
      <ColumnPicker columns={data?.columns ?? []} layout={layout} isReady={data !== undefined} />
      <SaveMenu data={data} choice={choice} rows={matching ?? 0} note={note} save={save} />
    </div>
  );
}

interface RowSearchProps {
  readonly search: string;
  readonly isReady: boolean;
  readonly change: (text: string) => void;
}

// A search reads every row, so it waits until the user has stopped typing.
const typingPauseMs = 250;

function RowSearch({ search, isReady, change }: RowSearchProps): JSX.Element {
  const typed = useSignal(search);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useLayoutEffect(() => {
    // Back and Forward change the search of the address. What is typed meanwhile must not be replaced by it later.
    typed.value = search;
    return () => clearTimeout(timer.current);
  }, [search]);
  const commit = (): void => {
    clearTimeout(timer.current);
    if (typed.peek() !== search) change(typed.peek());
  };
  return (
    <span class="row-search">
      <Icon name="search" />
      <input
        type="search"
        placeholder="Search the rows here"
        aria-label="Search rows"
        value={typed.value}
        disabled={!isReady}
        onInput={(event) => {
          typed.value = event.currentTarget.value;
          clearTimeout(timer.current);
          timer.current = setTimeout(commit, typingPauseMs);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter" && !event.ctrlKey && !event.metaKey) commit();
        }}
      />
    </span>
  );
}

const formats: readonly (readonly [ExportFormat, string])[] = [
  ["csv", "CSV"],
  ["json", "JSON"],
  ["ndjson", "NDJSON"],
  ["parquet", "Parquet"],
];

interface SaveMenuProps extends Pick<RowsPanelProps, "choice" | "note" | "save"> {
  readonly data: ResultData | undefined;
  readonly rows: number;
}

function SaveMenu({ data, choice, rows, note, save }: SaveMenuProps): JSX.Element {
  const problem = useSignal("");
  const { sort } = choice;
  return (
    <Popover
      name="Save rows"
      buttonClass="quiet"
      isReady={data !== undefined}
      button={
        <>
          <Icon name="save" /> <span class="bar-name">Save</span>
        </>
      }
    >
      {(close) => (
        <div class="save-menu">
          <p class="about">
            {formatCount(rows)} {rows === 1 ? "row" : "rows"}
            {note === "" ? "" : `, ${note},`} as
          </p>
          <span class="actions">
            {formats.map(([format, name]) => (
              <button
                key={format}
                type="button"
                class="quiet"
                onClick={() => {
                  save({ sort, ...selectionOf(choice), format }).then(close, (error: unknown) => {
                    problem.value = errorText(error, "The rows could not be saved");
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
