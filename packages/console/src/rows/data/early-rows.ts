import type { Cell, ColumnKind, TableColumn } from "@wellhead/workbench/protocol";

/** The first rows of a run that has not ended. */
export interface EarlyRows {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

/** Number of rows from which the kind of a column is guessed. */
const sampleSize = 30;

const forms: readonly (readonly [ColumnKind, RegExp])[] = [
  ["number", /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/],
  ["boolean", /^(?:true|false)$/],
  ["date", /^\d{4}-\d\d-\d\d$/],
  ["instant", /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d.*(?:Z|[+-]\d\d(?::?\d\d)?)$/],
  ["time", /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d[\d:.]*$/],
  ["nested", /^[[{].*[\]}]$/s],
];

/**
 * Returns the columns of early rows. Their kinds are guessed from the first cells, so that the table looks as it will
 * once the service has determined them from all rows.
 */
export function earlyColumns({ columns, rows }: EarlyRows): readonly TableColumn[] {
  return columns.map((name, at) => {
    const cells = rows.slice(0, sampleSize).flatMap((row) => row[at] ?? []);
    const texts = cells.map((cell) => (typeof cell === "string" ? cell : `${cell.start}}`));
    const kind =
      texts.length === 0 ? undefined : forms.find(([, form]) => texts.every((text) => form.test(text)));
    return { name, kind: kind?.[0] ?? "text", type: "" };
  });
}
