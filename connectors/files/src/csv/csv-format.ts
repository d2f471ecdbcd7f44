/** How the records and cells of a CSV file are separated. */
export interface CsvFormat {
  readonly delimiter: string;
  /** Character around cells; empty if there is none. */
  readonly quote: string;
  /** Character before a quote within quotes; the quote itself if it is doubled. */
  readonly escape: string;
  /** Whether spaces before a cell belong to the delimiter, as in `a, "b"`. Default: `false`. */
  readonly isPadded?: boolean;
}
