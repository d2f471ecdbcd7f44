import { type Signal, useSignal } from "@preact/signals";
import type { TableColumn } from "@wellhead/workbench/protocol";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { visibleText } from "../../text/visible-text.js";
import type { ResultData } from "../data/result-data.js";
import type { AskSource } from "./cell-menu.js";
import { type CellRange, isInRange, rangeBetween } from "./cell-range.js";
import { sourceColumn } from "./member-columns.js";
import { type CellPosition, moveCell } from "./move-cell.js";
import type { RowCache } from "./row-cache.js";
import { rowHeight } from "./scroll-map.js";
import { TableHead } from "./table-head.js";
import { type RowChoice, resizeColumn, type TableLayout, toggleSort } from "./table-layout.js";
import { TableMenu } from "./table-menu.js";
import { TableRow } from "./table-row.js";
import { useCopy } from "./use-copy.js";
import { revealCell, type TableGeometry, useGeometry } from "./use-geometry.js";
import { useViewport } from "./use-viewport.js";

/** Props of `ResultTable`. */
export interface ResultTableProps {
  readonly name: string;
  readonly columns: readonly TableColumn[];
  /** Number of rows: all, or those that match the search. */
  readonly rowCount: number;
  readonly cache: RowCache;
  readonly layout: Signal<TableLayout>;
  /** All rows; `undefined` while they arrive, when they can only be looked at. */
  readonly data: ResultData | undefined;
  readonly choice: RowChoice;
  readonly choose: (change: Partial<RowChoice>) => void;
  /** Position of the row that is open in the drawer. */
  readonly opened: number | undefined;
  readonly open: (position: number) => void;
  readonly askSource: AskSource | undefined;
  /** Shows the figures of a column. */
  readonly showFigures: (column: TableColumn) => void;
}

/** A virtual table: only the cells on the screen are rendered, and only they are fetched. */
export function ResultTable(props: ResultTableProps): JSX.Element {
  const { name, columns, rowCount, cache, layout, data, choice } = props;
  const frame = useRef<HTMLDivElement>(null);
  const { viewport, look } = useViewport(frame);
  const cursor = useSignal<CellPosition>({ row: 0, column: 0 });
  const anchor = useSignal<CellPosition | undefined>(undefined);
  const menu = useSignal<CellPosition | undefined>(undefined);
  const geometry = useGeometry({ columns, rowCount, layout: layout.value, cache, viewport });
  const range = anchor.value && rangeBetween(anchor.value, cursor.value);
  const copier = useCopy(data, choice, geometry.columns);
  const shown = [...new Set(geometry.placed.map(({ column }) => sourceColumn(column)))];
  const { from, to } = geometry.down;
  useEffect(() => cache.need({ from, to, columns: shown }), [cache, from, to, shown.join("\n")]);
  const { row, column } = cursor.value;
  const activeId = row < 0 ? `cell-head-${column}` : `cell-${row}-${column}`;
  const cells: TableCellsProps = { ...props, geometry, cursor, anchor, range, menu };
  return (
    <>
      <div
        ref={frame}
        class="table"
        role="grid"
        tabIndex={0}
        aria-label={`Rows of ${visibleText(name, 80)}`}
        aria-rowcount={rowCount + 1}
        aria-colcount={geometry.columns.length + 1}
        aria-multiselectable="true"
        aria-activedescendant={geometry.columns.length > 0 ? activeId : undefined}
        onScroll={look}
        onContextMenu={(event) => {
          // The key of menus, and Shift with F10, come from the table itself.
          const place = event.target === frame.current ? cursor.value : placeOf(event.target);
          if (place === undefined || rowCount === 0) return;
          event.preventDefault();
          cursor.value = place;
          menu.value = place;
        }}
        onPointerDown={(event) => selectByPointer(event, cursor, anchor)}
        onKeyDown={(event) => {
          if (frame.current === null || event.target !== frame.current) return;
          if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "c")
            copier.copy(range ?? rangeBetween(cursor.value, cursor.value));
          if (event.key === "m" && !event.ctrlKey && !event.metaKey && rowCount > 0)
            menu.value = cursor.value;
          pressKey(event, { ...cells, frame: frame.current });
        }}
      >
        <TableCells {...cells} />
      </div>
      <p class={copier.said === "" ? "visually-hidden" : "table-said"} role="status">
        {copier.said}
      </p>
      <TableMenu {...cells} copier={copier} closed={() => frame.current?.focus()} />
    </>
  );
}

/** Props of the parts of a table. */
export interface TableCellsProps extends ResultTableProps {
  readonly geometry: TableGeometry;
  readonly cursor: Signal<CellPosition>;
  /** Where the selected block begins; `undefined` while only one cell is active. */
  readonly anchor: Signal<CellPosition | undefined>;
  readonly range: CellRange | undefined;
  /** The cell, or the head, whose menu is open. */
  readonly menu: Signal<CellPosition | undefined>;
}

function TableCells(props: TableCellsProps): JSX.Element {
  const { cache, layout, data, choice, choose, opened, open, geometry, cursor, range, menu } = props;
  const { placed, down, offsets, map, top, viewport, numberWidth } = geometry;
  const { row: activeRow, column: activeColumn } = cursor.value;
  const size = { width: `${(offsets.at(-1) ?? 0) + numberWidth}px`, height: `${map.height + rowHeight}px` };
  return (
    <div class="table-size" style={size}>
      <TableHead
        columns={placed}
        sorted={choice.sort}
        active={activeRow < 0 ? activeColumn : undefined}
        numberWidth={numberWidth}
        sort={({ name, member }, isAdded) => {
          if (data !== undefined && member === undefined)
            choose({ sort: toggleSort(choice.sort, name, isAdded) });
        }}
        openMenu={(index) => (menu.value = { row: -1, column: index })}
        resize={(column, width) => (layout.value = resizeColumn(layout.value, column.name, width))}
      />
      {Array.from({ length: down.to - down.from }, (_, at) => {
        const position = down.from + at;
        return (
          <TableRow
            key={position}
            position={position}
            top={rowHeight + viewport.top + position * rowHeight - top}
            columns={placed}
            numberWidth={numberWidth}
            row={cache.rows.value.get(position)}
            active={activeRow === position ? activeColumn : undefined}
            isSelected={(column) => isInRange(range, position, column)}
            isOpen={opened === position}
            open={() => open(position)}
            openMenu={(column) => (menu.value = { row: position, column })}
          />
        );
      })}
    </div>
  );
}

interface KeyTarget extends TableCellsProps {
  readonly frame: HTMLElement;
}

/** Does what a key means in the table: it moves, selects cells, or opens a row or the menu of a column. */
function pressKey(event: KeyboardEvent, target: KeyTarget): void {
  const { frame, cursor, anchor, menu, geometry, rowCount, open } = target;
  const { row } = cursor.value;
  const isModified = event.ctrlKey || event.metaKey;
  if (event.key === "Enter" && !isModified) {
    event.preventDefault();
    if (row < 0) menu.value = cursor.value;
    else if (rowCount > 0) open(row);
    return;
  }
  if (event.key === "Escape") anchor.value = undefined;
  if (isModified && event.key.toLowerCase() === "a" && rowCount > 0) {
    event.preventDefault();
    anchor.value = { row: 0, column: 0 };
    cursor.value = { row: rowCount - 1, column: geometry.columns.length - 1 };
    return;
  }
  const page = Math.floor(geometry.body / rowHeight) - 1;
  const next = moveCell(cursor.value, event, { rows: rowCount, columns: geometry.columns.length, page });
  if (next === undefined) return;
  event.preventDefault();
  if (!event.shiftKey) anchor.value = undefined;
  else if (row >= 0) anchor.value ??= cursor.value;
  cursor.value = event.shiftKey && next.row < 0 ? { ...next, row: 0 } : next;
  revealCell(frame, cursor.value, geometry);
}

/**
 * Makes the cell below the pointer the active one, and selects the cells that the pointer is dragged over. With Shift the
 * block from the active cell to this one is selected.
 */
function selectByPointer(
  event: PointerEvent,
  cursor: Signal<CellPosition>,
  anchor: Signal<CellPosition | undefined>,
): void {
  const frame = event.currentTarget;
  const place = placeOf(event.target);
  if (place === undefined || !(frame instanceof HTMLElement) || event.button !== 0) return;
  anchor.value = event.shiftKey ? (anchor.peek() ?? cursor.peek()) : undefined;
  cursor.value = place;
  // A finger scrolls the table.
  if (event.pointerType === "touch") return;
  // Without this the browser selects the text of the page.
  if (event.shiftKey) event.preventDefault();
  frame.focus();
  const drag = (move: PointerEvent): void => {
    const over = placeOf(move.target);
    if (over === undefined || (over.row === cursor.peek().row && over.column === cursor.peek().column))
      return;
    getSelection()?.removeAllRanges();
    anchor.value ??= place;
    cursor.value = over;
  };
  frame.addEventListener("pointermove", drag);
  addEventListener("pointerup", () => frame.removeEventListener("pointermove", drag), { once: true });
}

function placeOf(target: EventTarget | null): CellPosition | undefined {
  const cell = target instanceof Element ? target.closest('[role="gridcell"]') : null;
  const [, row, column] = /^cell-(\d+)-(\d+)$/.exec(cell?.id ?? "") ?? [];
  return row === undefined ? undefined : { row: Number(row), column: Number(column) };
}
