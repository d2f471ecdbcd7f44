import { useSignal } from "@preact/signals";
import type { CSSProperties, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { visibleText } from "../../text/visible-text.js";
import { stream } from "../stream-state.js";
import { fetchedRows } from "./fetched-rows.js";
import { type CellPlace, moveCell } from "./move-cell.js";
import { revealCell } from "./reveal-cell.js";
import { RowLine } from "./row-line.js";
import { wantCells } from "./row-pages.js";
import { TableHead } from "./table-head.js";
import { numberWidth, rowHeight } from "./table-measures.js";
import { useColumnOffsets } from "./use-column-offsets.js";
import { useViewport } from "./use-viewport.js";
import { visibleColumns, visibleRows } from "./visible-range.js";

/** Props of `RowTable`. */
export interface RowTableProps {
  /** Called when the user opens a row. */
  readonly open: (row: number) => void;
}

/** A virtual table: only the visible cells are rendered. */
export function RowTable({ open }: RowTableProps): JSX.Element {
  const { run, columns, source, progress, result } = stream.value;
  const rows = progress.kept;
  const frame = useRef<HTMLDivElement>(null);
  const { viewport, look } = useViewport(frame);
  const cursor = useSignal<CellPlace>({ row: 0, column: 0 });
  const offsets = useColumnOffsets(run, columns);
  const down = visibleRows(viewport.top, viewport.height - rowHeight, { height: rowHeight, count: rows });
  const across = visibleColumns(viewport.left, viewport.width - numberWidth, offsets);
  const shown = columns.slice(across.from, across.to);
  const [example] = fetchedRows.value.values();
  useEffect(() => {
    frame.current?.scrollTo(0, 0);
    cursor.value = { row: 0, column: 0 };
  }, [run]);
  useEffect(
    () => wantCells({ ...down, columns: shown }),
    [run, down.from, down.to, across.from, across.to, columns, result],
  );
  const move = (event: KeyboardEvent): void => {
    if (event.key === "Enter" && rows > 0) open(cursor.value.row);
    const page = Math.floor(viewport.height / rowHeight) - 1;
    const next = moveCell(cursor.value, event, { rows, columns: columns.length, page });
    if (next === undefined || frame.current === null) return;
    event.preventDefault();
    cursor.value = next;
    revealCell(frame.current, next, offsets);
  };
  return (
    <div
      ref={frame}
      class="table"
      role="grid"
      tabIndex={0}
      aria-label={`Rows of ${visibleText(source, 80)}`}
      aria-rowcount={rows + 1}
      aria-colcount={columns.length + 1}
      aria-activedescendant={rows > 0 ? `cell-${cursor.value.row}-${cursor.value.column}` : undefined}
      onScroll={look}
      onKeyDown={move}
    >
      <div class="table-size" style={tableSize(offsets, rows)}>
        <TableHead columns={shown} firstColumn={across.from} offsets={offsets} example={example} />
        {Array.from({ length: down.to - down.from }, (_, index) => (
          <RowLine
            key={down.from + index}
            row={down.from + index}
            columns={shown}
            firstColumn={across.from}
            offsets={offsets}
            cells={fetchedRows.value.get(down.from + index)}
            cursor={cursor}
            open={open}
          />
        ))}
      </div>
    </div>
  );
}

function tableSize(offsets: readonly number[], rows: number): CSSProperties {
  return { width: `${(offsets.at(-1) ?? 0) + numberWidth}px`, height: `${(rows + 1) * rowHeight}px` };
}
