import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { saveFile } from "../app/save-file.js";
import { formatCount } from "../text/format-amount.js";
import { RowDialog } from "./row-dialog.js";
import { engine, stream } from "./stream-state.js";
import { RowTable } from "./table/row-table.js";

/** Shows the rows as a table, with buttons to copy or download them. */
export function RowsPanel(): JSX.Element {
  const open = useSignal<number | undefined>(undefined);
  const { progress, ending, source } = stream.value;
  const isEmpty = progress.rows === 0 && ending === "whole";
  const download = async (format: "csv" | "ndjson"): Promise<void> => {
    saveFile(`${source}.${format}`, await engine.ask("download", { format }));
  };
  return (
    <div class="rows-panel">
      {isEmpty ? (
        <p class="empty">The source has no rows for this filter.</p>
      ) : (
        <RowTable
          open={(row) => {
            open.value = row;
          }}
        />
      )}
      <div class="panel-foot">
        <span class="about">
          {progress.rows > progress.kept
            ? `The table keeps the first ${formatCount(progress.kept)} rows; all ${formatCount(progress.rows)} are counted and profiled, and charts use a sample of them`
            : "Arrow keys move, Enter opens a row"}
        </span>
        <span class="spacer" />
        <span class="about">
          Save {progress.rows > progress.kept ? `the ${formatCount(progress.kept)} rows kept` : "all rows"} as
        </span>
        <button
          type="button"
          class="quiet"
          disabled={progress.kept === 0}
          onClick={() => void download("csv")}
        >
          CSV
        </button>
        <button
          type="button"
          class="quiet"
          disabled={progress.kept === 0}
          onClick={() => void download("ndjson")}
        >
          NDJSON
        </button>
      </div>
      {open.value === undefined ? null : (
        <RowDialog
          row={open.value}
          close={() => {
            open.value = undefined;
          }}
        />
      )}
    </div>
  );
}
