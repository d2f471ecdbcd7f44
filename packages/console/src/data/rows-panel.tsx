import { useSignal } from "@preact/signals";
import type { ExportFormat } from "@wellhead/workbench/protocol";
import type { JSX } from "preact";
import { followDownload } from "../app/save-file.js";
import { formatCount } from "../text/format-amount.js";
import { RowDialog } from "./row-dialog.js";
import { stream } from "./stream-state.js";
import { RowTable } from "./table/row-table.js";

/** Shows the rows as a table, with buttons to copy or download them. */
export function RowsPanel(): JSX.Element {
  const open = useSignal<number | undefined>(undefined);
  const { progress, ending, source, result } = stream.value;
  const isEmpty = progress.rows === 0 && ending === "whole";
  const problem = useSignal("");
  const download = async (format: ExportFormat): Promise<void> => {
    problem.value = "";
    try {
      const file = await result?.exportRows({ format });
      if (file !== undefined) followDownload(file.href, `${source}.${format}`);
    } catch (error) {
      problem.value = error instanceof Error ? error.message : "The rows could not be exported";
    }
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
        <span class={problem.value === "" ? "about" : "problem"} role="status">
          {problem.value || aboutText(progress.rows, progress.kept)}
        </span>
        <span class="spacer" />
        <span class="about">Save all rows as</span>
        {formats.map(({ format, name }) => (
          <button
            key={format}
            type="button"
            class="quiet"
            disabled={result === undefined || progress.rows === 0}
            onClick={() => void download(format)}
          >
            {name}
          </button>
        ))}
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

const formats: readonly { readonly format: ExportFormat; readonly name: string }[] = [
  { format: "csv", name: "CSV" },
  { format: "ndjson", name: "NDJSON" },
  { format: "json", name: "JSON" },
  { format: "parquet", name: "Parquet" },
];

function aboutText(rows: number, kept: number): string {
  if (rows > kept) return `The first ${formatCount(kept)} rows are shown while the others arrive`;
  return "Arrow keys move, Enter opens a row";
}
