import type { Signal } from "@preact/signals";
import type { ResultData } from "../data/result-data.js";
import { cellOf, type GridColumn, memberColumns, sourceColumn } from "./member-columns.js";
import { splitInto, type TableLayout } from "./table-layout.js";

// Number of rows in which members are looked for.
const sampledRows = 200;

/** Returns a function that shows a nested column as the columns of its members; `undefined` before all rows have arrived. */
export function useSplit(
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
