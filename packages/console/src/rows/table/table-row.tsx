import type { Cell, ColumnKind } from "@wellhead/workbench/protocol";
import type { JSX } from "preact";
import { Icon } from "../../controls/icon.js";
import { formatCount } from "../../text/format-amount.js";
import { visibleText } from "../../text/visible-text.js";
import { readableText } from "./cell-text.js";
import { cellOf } from "./member-columns.js";
import type { PlacedColumn } from "./place-columns.js";
import type { FetchedRow } from "./row-cache.js";

/** Props of one row of the table. */
export interface TableRowProps {
  /** Position in the table. */
  readonly position: number;
  readonly top: number;
  readonly columns: readonly PlacedColumn[];
  readonly numberWidth: number;
  /** The row, after it has been fetched. */
  readonly row: FetchedRow | undefined;
  /** Index of the active column; `undefined` when another row is active. */
  readonly active: number | undefined;
  /** Whether a column of this row is part of the selected block. */
  readonly isSelected: (column: number) => boolean;
  readonly isOpen: boolean;
  readonly open: () => void;
  /** Opens the menu of a column's cell. */
  readonly openMenu: (column: number) => void;
}

/** Shows the visible cells of one row. */
export function TableRow(props: TableRowProps): JSX.Element {
  const { position, top, columns, numberWidth, row, active, isSelected, isOpen, open, openMenu } = props;
  const parity = position % 2 === 1 ? "odd" : "";
  return (
    <div
      class={`table-row ${parity} ${isOpen ? "chosen" : ""}`}
      role="row"
      aria-rowindex={position + 2}
      style={{ top: `${top}px` }}
      onDblClick={open}
    >
      {columns.map(({ column, index, isPinned, style }) => {
        const cell = cellOf(row, column);
        return (
          <span
            key={column.name}
            id={`cell-${position}-${index}`}
            class={`cell kind-${cell === null ? "null" : column.kind} ${isPinned ? "pinned" : ""} ${active === index ? "active" : ""} ${isSelected(index) ? "selected" : ""}`}
            role="gridcell"
            aria-colindex={index + 2}
            aria-selected={active === index || isSelected(index)}
            style={style}
          >
            {cell === undefined ? null : <CellText cell={cell} kind={column.kind} />}
            {active === index && cell !== undefined ? (
              <span class="cell-menu" aria-hidden="true" onClick={() => openMenu(index)}>
                <Icon name="down" />
              </span>
            ) : null}
          </span>
        );
      })}
      <span
        class="cell number-cell"
        // A header without a text names nothing.
        role={row === undefined ? "gridcell" : "rowheader"}
        aria-colindex={1}
        style={{ width: `${numberWidth}px` }}
        onClick={open}
      >
        {/* One sign that the row is on its way: elements for each cell that is scrolled past would fill the memory. */}
        {row === undefined ? "…" : formatCount(row.number + 1)}
      </span>
    </div>
  );
}

function CellText({ cell, kind }: { readonly cell: Cell; readonly kind: ColumnKind }): JSX.Element {
  if (cell === null) return <>null</>;
  if (typeof cell === "string") return <>{visibleText(readableText(cell, kind), 400)}</>;
  return (
    <>
      {visibleText(cell.start, 300)}
      <span class="cut-mark"> … {formatCount(cell.length)} characters</span>
    </>
  );
}
