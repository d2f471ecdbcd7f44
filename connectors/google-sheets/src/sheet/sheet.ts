/** What a column holds, as its cells are formatted. */
export type ColumnKind = "text" | "number" | "bool" | "date" | "datetime" | "time";

/** A column of a sheet. */
export interface SheetColumn {
  /** Name from the header row, made unique. */
  readonly id: string;
  /** Place in the row, from 0. */
  readonly index: number;
  readonly kind: ColumnKind;
}

/** A sheet whose columns are known. */
export interface Sheet {
  /** Id of the spreadsheet. */
  readonly spreadsheet: string;
  readonly title: string;
  /** IANA name of the zone its times are in. */
  readonly zone: string;
  /** Number of the first row below the header. */
  readonly firstRow: number;
  /** Number of the last row of the grid. */
  readonly lastRow: number;
  readonly columns: readonly SheetColumn[];
  /** Columns of the grid, those without a name included. */
  readonly width: number;
  /** Characters of a row, as the first ones have on average; 0 when there are none. */
  readonly rowLength: number;
}
