import type { Cell, RowsAnswer, RowsRequest, TableColumn } from "@wellhead/workbench/protocol";

/** The first rows of a run that has not ended. */
export interface EarlyRows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** Returns the columns of early rows. Their kinds are not known before all rows have arrived. */
export function earlyColumns({ columns }: EarlyRows): readonly TableColumn[] {
  return columns.map((name) => ({ name, kind: "text", type: "" }));
}

/** Answers a request for a window of early rows, as the service does for those of a run that has ended. */
export function earlyWindow(
  early: EarlyRows,
  { offset, limit, columns = early.columns }: RowsRequest,
): RowsAnswer {
  const places = columns.map((name) => early.columns.indexOf(name));
  const rows = early.rows.slice(offset, offset + limit);
  return {
    offset,
    matching: early.rows.length,
    columns,
    rows: rows.map((row) => places.map((place) => row[place] ?? null)),
    numbers: rows.map((_, index) => offset + index),
  };
}
