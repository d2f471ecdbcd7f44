import type { FileLayout } from "../../tables/file-layout.js";
import { clusterText } from "./cluster-sql.js";

/** A format of ClickHouse. */
export interface ClusterFormat {
  readonly name: string;
  /** Whether its columns are found by their position, and not by their names. */
  readonly isPositional: boolean;
  /** Settings with which it reads like the embedded engine. */
  readonly settings: readonly string[];
}

/**
 * Returns the format with which ClickHouse reads a file like the embedded engine.
 *
 * @param layout - How the embedded engine reads it
 * @returns The format; `undefined` when there is none
 */
export function clusterFormat({ reader, options, csv, columns }: FileLayout): ClusterFormat | undefined {
  if (reader === "read_parquet") return parquet;
  if (reader === "read_json") return options.includes("newline_delimited") ? lines : undefined;
  if (csv === undefined || columns.length < 2) return undefined;
  const { delimiter, quote, escape, skip, hasHeader, lineEnd } = csv;
  const isUsual = quote === '"' && escape === '"' && lineEnd !== "\r";
  // A line that is skipped may contain a line break in quotes.
  if (!isUsual || !/^[,;|\t]$/.test(delimiter) || skip !== 0) return undefined;
  return {
    name: hasHeader ? "CSVWithNames" : "CSV",
    isPositional: true,
    settings: [`format_csv_delimiter = ${clusterText(delimiter)}`, ...csvSettings],
  };
}

const parquet: ClusterFormat = {
  name: "Parquet",
  isPositional: false,
  settings: [
    "input_format_parquet_preserve_order = 1",
    "input_format_parquet_case_insensitive_column_matching = 0",
  ],
};

const lines: ClusterFormat = {
  name: "JSONEachRow",
  isPositional: false,
  settings: ["input_format_skip_unknown_fields = 1", "precise_float_parsing = 1"],
};

const csvSettings = [
  "input_format_with_names_use_header = 0",
  "input_format_csv_trim_whitespaces = 0",
  "format_csv_allow_single_quotes = 0",
  "format_csv_null_representation = ''",
  "input_format_csv_empty_as_default = 1",
  "input_format_csv_skip_trailing_empty_lines = 1",
  // Without it, the server refuses tabs.
  "input_format_csv_allow_whitespace_or_tab_as_delimiter = 1",
  "precise_float_parsing = 1",
];
