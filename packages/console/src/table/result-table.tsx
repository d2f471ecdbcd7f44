import { type Signal, useSignal } from "@preact/signals";
import type { TableColumn } from "@wellhead/workbench/protocol";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { visibleText } from "../text/visible-text.js";
import { cellText } from "./cell-text.js";
import { ColumnMenu } from "./column-menu.js";
import { type CellPlace, moveCell } from "./move-cell.js";
import type { RowCache } from "./row-cache.js";
import { rowHeight } from "./scroll-map.js";
import { TableHead } from "./table-head.js";
import { resizeColumn, type TableLayout, toggleSort } from "./table-layout.js";
import { TableRow } from "./table-row.js";
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
  /** Whether the rows can be sorted: only those of a run that has ended. */
  readonly canSort: boolean;
  /** Position of the row that is open in the drawer. */
  readonly opened: number | undefined;
  readonly open: (position: number) => void;
}

/** A virtual table: only the cells on the screen are rendered, and only they are fetched. */
export function ResultTable(props: ResultTableProps): JSX.Element {
  const { name, columns, rowCount, cache, layout, canSort } = props;
  const frame = useRef<HTMLDivElement>(null);
  const { viewport, look } = useViewport(frame);
  const cursor = useSignal<CellPlace>({ row: 0, column: 0 });
  const menu = useSignal<number | undefined>(undefined);
  const geometry = useGeometry({ columns, rowCount, layout: layout.value, cache, viewport });
  const shown = geometry.placed.map(({ column }) => column.name);
  const { from, to } = geometry.down;
  useEffect(() => cache.need({ from, to, columns: shown }), [cache, from, to, shown.join("\n")]);
  const press = (event: KeyboardEvent): void => {
    if (frame.current === null || event.target !== frame.current) return;
    pressKey(event, { ...props, frame: frame.current, cursor, menu, geometry });
  };
  const { row, column } = cursor.value;
  const activeId = row < 0 ? `cell-head-${column}` : `cell-${row}-${column}`;
  const menuColumn = menu.value === undefined ? undefined : geometry.columns[menu.value];
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
        aria-activedescendant={geometry.columns.length > 0 ? activeId : undefined}
        onScroll={look}
        onKeyDown={press}
      >
        <TableCells {...props} geometry={geometry} cursor={cursor} menu={menu} />
      </div>
      {menuColumn === undefined || menu.value === undefined ? null : (
        <ColumnMenu
          column={menuColumn}
          anchorId={`cell-head-${menu.value}`}
          layout={layout}
          canSort={canSort}
          close={() => {
            menu.value = undefined;
            frame.current?.focus();
          }}
        />
      )}
    </>
  );
}

interface TableCellsProps extends ResultTableProps {
  readonly geometry: TableGeometry;
  readonly cursor: Signal<CellPlace>;
  readonly menu: Signal<number | undefined>;
}

function TableCells(props: TableCellsProps): JSX.Element {
  const { cache, layout, canSort, opened, open, geometry, cursor, menu } = props;
  const { placed, down, offsets, map, top, viewport, numberWidth } = geometry;
  const { row: activeRow, column: activeColumn } = cursor.value;
  const size = { width: `${(offsets.at(-1) ?? 0) + numberWidth}px`, height: `${map.height + rowHeight}px` };
  return (
    <div class="table-size" style={size}>
      <TableHead
        columns={placed}
        layout={layout.value}
        active={activeRow < 0 ? activeColumn : undefined}
        numberWidth={numberWidth}
        sort={(column, isAdded) => {
          if (canSort) layout.value = toggleSort(layout.value, column.name, isAdded);
        }}
        openMenu={(index) => (menu.value = index)}
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
            isOpen={opened === position}
            activate={(column) => (cursor.value = { row: position, column })}
            open={() => open(position)}
          />
        );
      })}
    </div>
  );
}

interface KeyTarget extends TableCellsProps {
  readonly frame: HTMLElement;
}

/** Does what a key means in the table: it moves, copies a cell, or opens a row or the menu of a column. */
function pressKey(event: KeyboardEvent, target: KeyTarget): void {
  const { frame, cursor, menu, geometry, cache, rowCount, open } = target;
  const isModified = event.ctrlKey || event.metaKey;
  const { row, column } = cursor.value;
  if (isModified && event.key.toLowerCase() === "c") copyCell(cache, geometry.columns, cursor.value);
  if (event.key === "Enter" && !isModified) {
    event.preventDefault();
    if (row < 0) menu.value = column;
    else if (rowCount > 0) open(row);
    return;
  }
  const page = Math.floor(geometry.body / rowHeight) - 1;
  const next = moveCell(cursor.value, event, { rows: rowCount, columns: geometry.columns.length, page });
  if (next === undefined) return;
  event.preventDefault();
  cursor.value = next;
  revealCell(frame, next, geometry);
}

function copyCell(cache: RowCache, columns: readonly TableColumn[], { row, column }: CellPlace): void {
  const name = columns[column]?.name ?? "";
  const cell = row < 0 ? name : cache.rows.value.get(row)?.cells.get(name);
  if (cell !== undefined) void navigator.clipboard.writeText(cellText(cell)).catch(() => undefined);
}
