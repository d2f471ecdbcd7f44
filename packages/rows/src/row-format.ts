/** The format of rows. */
export interface RowFormat {
  /** `json`: every row a JSON object. `csv`: every row a line of RFC 4180 without its line end. */
  readonly format: "json" | "csv";
  /** Bytes between two rows: `,` in a JSON array, a line feed in NDJSON, CR LF in CSV. */
  readonly separator: string;
  /** Whether CSV text that a spreadsheet would treat as a formula gets a leading apostrophe. Default: false. */
  readonly formulaEscape?: boolean;
  /** Whether NaN and the infinities of number columns are texts of JSON instead of `null`. Default: false. */
  readonly keepsNotFinite?: boolean;
}
