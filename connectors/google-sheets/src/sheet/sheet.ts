import type { Area } from "./find-area.js";

/** Kind of a column according to the format of its cells. */
export type ColumnKind = "text" | "number" | "bool" | "date" | "datetime" | "time";

/** Kinds of cells that are numbers with a format of dates or times. */
export const dateKinds: ReadonlySet<ColumnKind> = new Set(["date", "datetime", "time"]);

/** A column of a part. */
export interface PartColumn {
  /** Name from the header row, made unique. */
  readonly id: string;
  /** Kind of its cells; `undefined` when the first ones are empty. */
  readonly kind: ColumnKind | undefined;
}

/** Rows of a table in one block of cells, below its header. */
export interface TablePart extends Area {
  /** Columns, starting with the first of the block. */
  readonly columns: readonly PartColumn[];
}

/** A table whose columns are known. Its rows are in one or more blocks of cells. */
export interface SheetTable {
  /** Id of the spreadsheet. */
  readonly spreadsheet: string;
  /** IANA name of its time zone. */
  readonly zone: string;
  /** Kind of each column by id, in order. */
  readonly columns: ReadonlyMap<string, ColumnKind>;
  readonly parts: readonly TablePart[];
  /** Id of the column that contains the sheet of each row. Default: none. */
  readonly sheetColumn?: string;
  /** Average number of characters in the first rows; 0 when there are none. */
  readonly rowLength: number;
}
