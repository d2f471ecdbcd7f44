/** How rows are written. */
export interface RowFormat {
  /** `json`: every row a JSON object. `csv`: every row a line of RFC 4180 without its line end. */
  readonly format: "json" | "csv";
  /** Bytes between two rows: `,` in a JSON array, a line feed in NDJSON, CR LF in CSV. */
  readonly separator: string;
  /** Whether text of CSV that a spreadsheet would take for a formula gets an apostrophe before it. Default: false. */
  readonly formulaEscape?: boolean;
}
