import type { SortColumn } from "@wellhead/workbench/protocol";
import type { JSX } from "preact";
import { Icon } from "../../controls/icon.js";
import { visibleText } from "../../text/visible-text.js";
import { KindIcon } from "../columns/kind-icon.js";
import { columnTitle, type GridColumn } from "./member-columns.js";
import type { PlacedColumn } from "./place-columns.js";

/** Props of the heads of the visible columns. */
export interface TableHeadProps {
  readonly columns: readonly PlacedColumn[];
  readonly sorted: readonly SortColumn[];
  /** Index of the column whose head is the active cell; `undefined` when a row is active. */
  readonly active: number | undefined;
  readonly numberWidth: number;
  readonly sort: (column: GridColumn, isAdded: boolean) => void;
  readonly openMenu: (index: number) => void;
  readonly resize: (column: GridColumn, width: number) => void;
}

/** Shows the names and kinds of the columns. A click sorts, and an arrow opens the menu of a column. */
export function TableHead(props: TableHeadProps): JSX.Element {
  return (
    <div class="table-head" role="row" aria-rowindex={1}>
      {props.columns.map((placed) => (
        <ColumnHead key={placed.column.name} {...props} placed={placed} />
      ))}
      <span
        class="cell number-cell"
        role="columnheader"
        aria-colindex={1}
        style={{ width: `${props.numberWidth}px` }}
      >
        <span class="visually-hidden">Row</span>#
      </span>
    </div>
  );
}

function ColumnHead(props: TableHeadProps & { readonly placed: PlacedColumn }): JSX.Element {
  const { placed, active, sort, openMenu } = props;
  const { column, index, isPinned } = placed;
  const sorted = props.sorted.find((one) => one.column === column.name);
  const direction = sorted?.isDescending === true ? "descending" : "ascending";
  const title = columnTitle(column);
  const sent = column.key ?? column.name;
  return (
    <div
      id={`cell-head-${index}`}
      class={`cell head-cell kind-${column.kind} ${isPinned ? "pinned" : ""} ${active === index ? "active" : ""}`}
      role="columnheader"
      aria-colindex={index + 2}
      aria-sort={sorted === undefined ? "none" : direction}
      title={visibleText(
        title === sent || column.member !== undefined ? column.type : `${sent}, ${column.type}`,
        300,
      )}
      style={placed.style}
    >
      <span
        class="head-sort"
        onClick={(event) => sort(column, event.shiftKey)}
        onDblClick={(event) => event.stopPropagation()}
      >
        <KindIcon kind={column.kind} />
        <span class="column-name">{visibleText(title, 80)}</span>
        {sorted === undefined ? null : <Icon name={sorted.isDescending === true ? "sortDown" : "sortUp"} />}
      </span>
      <span class="head-menu" aria-hidden="true" onClick={() => openMenu(index)}>
        <Icon name="down" />
      </span>
      <ResizeHandle {...props} />
    </div>
  );
}

function ResizeHandle({ placed, resize }: TableHeadProps & { readonly placed: PlacedColumn }): JSX.Element {
  const start = (event: PointerEvent): void => {
    const handle = event.currentTarget;
    if (!(handle instanceof HTMLElement)) return;
    event.preventDefault();
    handle.setPointerCapture(event.pointerId);
    const isRightToLeft = getComputedStyle(handle).direction === "rtl";
    const from = event.clientX;
    const drag = (move: PointerEvent): void =>
      resize(placed.column, placed.width + (move.clientX - from) * (isRightToLeft ? -1 : 1));
    handle.addEventListener("pointermove", drag);
    handle.addEventListener("lostpointercapture", () => handle.removeEventListener("pointermove", drag), {
      once: true,
    });
  };
  return <span class="resize-handle" aria-hidden="true" onPointerDown={start} />;
}
