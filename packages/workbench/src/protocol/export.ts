import type { RowSelection, SortColumn } from "@wellhead/results";

/** Formats of an exported file. */
export type ExportFormat = "csv" | "json" | "ndjson" | "parquet";

/** The request for a file. `POST data/runs/<run>/exports` */
export interface ExportRequest extends RowSelection {
  readonly format: ExportFormat;
  readonly sort?: readonly SortColumn[];
  /** All columns when omitted. */
  readonly columns?: readonly string[];
}

/** Where the file is. */
export interface ExportAnswer {
  /** Address for a link with `download`, relative to the page. It can be used once. */
  readonly href: string;
  readonly rows: number;
}
