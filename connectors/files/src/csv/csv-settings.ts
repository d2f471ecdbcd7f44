/** What somebody has stated about the CSV files of a pattern. What is not stated is found from the file. */
export interface CsvSettings {
  /** Character that separates cells. */
  readonly delimiter?: string;
  /** Character around cells; empty if there is none. */
  readonly quote?: string;
  /** Character before a quote within quotes. */
  readonly escape?: string;
  /** Whether the first record has the names of the columns. */
  readonly header?: boolean;
  /** Number of lines before the first record. */
  readonly skip?: number;
  /** Texts that stand for NULL, unless they are quoted. */
  readonly nullTexts?: readonly string[];
  /** Character before the fraction of a number. */
  readonly decimal?: string;
  /** Character between groups of three digits. */
  readonly thousands?: string;
  /** Form of dates, such as `DD.MM.YYYY`. */
  readonly dateFormat?: string;
  /** Types of columns by their names. */
  readonly types?: Readonly<Record<string, ColumnTypeName>>;
}

/** Type of a column, as a settings file names it. */
export type ColumnTypeName = "text" | "number" | "date" | "bool";
