import type { Signal } from "@preact/signals";
import type { JSX } from "preact";
import { Menu } from "../../controls/menu.js";
import { visibleText } from "../../text/visible-text.js";
import { addConditions } from "../../workbench/view/row-conditions.js";
import type { ResultData } from "../data/result-data.js";
import { cellItems } from "./cell-menu.js";
import { ColumnMenu } from "./column-menu.js";
import { cellOf, columnTitle, type GridColumn, memberColumns, sourceColumn } from "./member-columns.js";
import type { TableCellsProps } from "./result-table.js";
import { splitInto, type TableLayout } from "./table-layout.js";
import type { CellCopier } from "./use-copy.js";

/** Props of `TableMenu`: the table, and what happens after its menu has closed. */
export interface TableMenuProps extends TableCellsProps {
  readonly copier: CellCopier;
  readonly closed: () => void;
}

/** The menu of the cell, or of the head, that it was opened for. */
export function TableMenu(props: TableMenuProps): JSX.Element | null {
  const { menu, geometry, layout, data, choice, choose, showFigures, closed } = props;
  const split = useSplit(data, layout);
  const place = menu.value;
  const column = place === undefined ? undefined : geometry.columns[place.column];
  const close = (): void => {
    menu.value = undefined;
    closed();
  };
  if (place === undefined || column === undefined) return null;
  if (place.row >= 0) return <CellMenu {...props} column={column} position={place.row} close={close} />;
  return (
    <ColumnMenu
      column={column}
      anchorId={`cell-head-${place.column}`}
      layout={layout}
      sort={choice.sort}
      changeSort={data === undefined ? undefined : (sort) => choose({ sort })}
      split={split}
      showFigures={data === undefined ? undefined : showFigures}
      close={close}
    />
  );
}

interface CellMenuProps extends TableMenuProps {
  readonly column: GridColumn;
  readonly position: number;
  readonly close: () => void;
}

function CellMenu(props: CellMenuProps): JSX.Element | null {
  const { column, position, close, cache, data, choice, choose, copier, menu, geometry } = props;
  const row = cache.rows.value.get(position);
  const cell = cellOf(row, column);
  if (row === undefined || cell === undefined || data === undefined) return null;
  const at = menu.value?.column ?? 0;
  const block = (firstColumn: number, lastColumn: number): void =>
    copier.copy({ firstRow: position, lastRow: position, firstColumn, lastColumn });
  const items = cellItems({
    column,
    cell,
    filter: (condition) => choose({ where: addConditions(choice.where, [condition]) }),
    askSource: props.askSource,
    copyValue: () => block(at, at),
    copyRow: () => block(0, geometry.columns.length - 1),
    copyJson: () => copier.copyText("the row as JSON", data.fetchRow(row.number)),
    open: () => props.open(position),
  });
  const name = `Cell of ${visibleText(columnTitle(column), 60)}`;
  return <Menu name={name} anchorId={`cell-${position}-${at}`} items={items} close={close} />;
}

// Number of rows in which members are looked for.
const sampledRows = 200;

/** Returns a function that shows a nested column as the columns of its members; `undefined` before all rows have arrived. */
function useSplit(
  data: ResultData | undefined,
  layout: Signal<TableLayout>,
): ((column: GridColumn) => void) | undefined {
  if (data === undefined) return undefined;
  return (column) => {
    const name = sourceColumn(column);
    const request = { columns: [name], offset: 0, limit: sampledRows };
    void data.fetchRows(request).then(
      ({ rows }) => {
        const cells = rows.map(
          (row) => cellOf({ number: 0, cells: new Map([[name, row[0] ?? null]]) }, column) ?? null,
        );
        layout.value = splitInto(layout.peek(), column.name, memberColumns(column, cells));
      },
      () => undefined,
    );
  };
}
