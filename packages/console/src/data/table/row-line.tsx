import type { Signal } from "@preact/signals";
import type { JSX } from "preact";
import { formatCount } from "../../text/format-amount.js";
import { visibleText } from "../../text/visible-text.js";
import type { Cell } from "./cell.js";
import { cellStyle } from "./cell-style.js";
import type { CellPlace } from "./move-cell.js";
import { rowHeight } from "./table-measures.js";

/** Props of one row of the table. */
export interface RowLineProps {
  readonly row: number;
  readonly columns: readonly string[];
  /** Index of the first of these columns. */
  readonly firstColumn: number;
  readonly offsets: readonly number[];
  /** The cells, after they have been fetched. */
  readonly cells: ReadonlyMap<string, Cell> | undefined;
  readonly cursor: Signal<CellPlace>;
  readonly open: (row: number) => void;
}

/** Shows the visible cells of one row. */
export function RowLine({
  row,
  columns,
  firstColumn,
  offsets,
  cells,
  cursor,
  open,
}: RowLineProps): JSX.Element {
  return (
    <div
      class={`table-row ${row % 2 === 1 ? "odd" : ""}`}
      role="row"
      aria-rowindex={row + 2}
      style={{ top: `${(row + 1) * rowHeight}px` }}
      onDblClick={() => open(row)}
    >
      <span class="cell number-cell" role="rowheader" aria-colindex={1}>
        {formatCount(row + 1)}
      </span>
      {columns.map((id, index) => {
        const column = firstColumn + index;
        const cell = cells?.get(id);
        const active = cursor.value.row === row && cursor.value.column === column;
        return (
          <span
            key={id}
            id={`cell-${row}-${column}`}
            class={`cell kind-${cell?.kind ?? "absent"} ${active ? "active" : ""}`}
            role="gridcell"
            aria-colindex={column + 2}
            aria-selected={active}
            style={cellStyle(offsets, column)}
            onClick={() => {
              cursor.value = { row, column };
            }}
          >
            {cell === undefined ? "" : <CellText cell={cell} />}
          </span>
        );
      })}
    </div>
  );
}

function CellText({ cell }: { readonly cell: Cell }): JSX.Element {
  return (
    <>
      {visibleText(cell.text, 300)}
      {cell.whole === undefined ? null : (
        <span class="cut-mark"> … {formatCount(cell.whole)} characters</span>
      )}
    </>
  );
}
