import type { Area } from "./find-area.js";

/** What a column holds, as its cells are formatted. */
export type ColumnKind = "text" | "number" | "bool" | "date" | "datetime" | "time";

/** A column of a part. */
export interface PartColumn {
  /** Name from the header row, made unique. */
  readonly id: string;
  /** What its first cells hold; `undefined` when they are empty. */
  readonly kind: ColumnKind | undefined;
}

/** The rows of a table that are in one block of cells, below its header. */
export interface TablePart extends Area {
  /** Columns from the first of the block. */
  readonly columns: readonly PartColumn[];
}

/** A table whose columns are known: the rows of one block of cells, or of several. */
export interface SheetTable {
  /** Id of the spreadsheet. */
  readonly spreadsheet: string;
  /** IANA name of the zone its times are in. */
  readonly zone: string;
  /** What each column holds, by id, in order. */
  readonly columns: ReadonlyMap<string, ColumnKind>;
  readonly parts: readonly TablePart[];
  /** Id of the column that names the sheet of a row. Default: there is none. */
  readonly sheetColumn?: string;
  /** Characters of a row, as the first ones have on average; 0 when there are none. */
  readonly rowLength: number;
}
