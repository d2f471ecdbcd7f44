import type { JSX } from "preact";
import { visibleText } from "../../text/visible-text.js";
import type { Cell } from "./cell.js";
import { cellStyle } from "./cell-style.js";

/** Props of the visible column names. */
export interface TableHeadProps {
  readonly columns: readonly string[];
  /** Index of the first of these columns. */
  readonly firstColumn: number;
  readonly offsets: readonly number[];
  /** Cells of an example row; the kinds of the cells decide the alignment of the names. */
  readonly example: ReadonlyMap<string, Cell> | undefined;
}

/** Shows the names of the columns. */
export function TableHead({ columns, firstColumn, offsets, example }: TableHeadProps): JSX.Element {
  return (
    <div class="table-head" role="row" aria-rowindex={1}>
      <span class="cell number-cell" role="columnheader" aria-colindex={1}>
        <span class="visually-hidden">Row</span>#
      </span>
      {columns.map((id, index) => (
        <span
          key={id}
          class={`cell ${example?.get(id)?.kind === "number" ? "kind-number" : ""}`}
          role="columnheader"
          aria-colindex={firstColumn + index + 2}
          title={visibleText(id, 400)}
          style={cellStyle(offsets, firstColumn + index)}
        >
          {visibleText(id, 80)}
        </span>
      ))}
    </div>
  );
}
