import { type DataFormat, dataMediaTypes, streamErrorKey } from "@wellhead/contract";
import { csvCell } from "@wellhead/rows";
import type { ConnectorError } from "@wellhead/sdk";

/** The text before, between and after the rows of one format. */
export interface Frame {
  readonly format: DataFormat;
  readonly contentType: string;
  /** Text between two rows. */
  readonly separator: string;
  /** Text before the first row. */
  readonly open: string;
  /**
   * @param rows - Number of rows that were written
   * @returns Text after the last row
   */
  close(rows: number): string;
  /**
   * Returns the end of a failed stream. Formats that cannot express a mark do not have this method; their streams can
   * only be cut.
   *
   * @param error - Why the rows end; its message must contain no secrets
   * @param rows - Number of rows that were written
   * @returns The mark, and the text after it
   */
  mark?(error: Pick<ConnectorError, "message" | "status">, rows: number): string;
}

/** JSON: one array. The mark is its last element. */
export const jsonFrame: Frame = {
  format: "json",
  contentType: `${dataMediaTypes.json}; charset=utf-8`,
  separator: ",",
  open: "[",
  close: () => "]",
  mark: (error, rows) => `${rows > 0 ? "," : ""}${markOf(error)}]`,
};

/** NDJSON: one object per line. The mark is the last line. */
export const ndjsonFrame: Frame = {
  format: "ndjson",
  contentType: `${dataMediaTypes.ndjson}; charset=utf-8`,
  separator: "\n",
  open: "",
  close: (rows) => (rows > 0 ? "\n" : ""),
  mark: (error, rows) => `${rows > 0 ? "\n" : ""}${markOf(error)}\n`,
};

/**
 * Returns the frame of CSV as defined by RFC 4180: commas, CR LF, and a header row.
 *
 * @param columns - Ids of the columns, in order
 * @param formulaEscape - Whether cells that a spreadsheet would run as formulas are turned into text
 * @returns The frame
 */
export function csvFrame(columns: readonly string[], formulaEscape: boolean): Frame {
  const header = columns.map((column) => csvCell(column, formulaEscape)).join(",");
  return {
    format: "csv",
    contentType: `${dataMediaTypes.csv}; charset=utf-8; header=present`,
    separator: "\r\n",
    open: columns.length === 0 ? "" : `${header}\r\n`,
    close: (rows) => (rows > 0 ? "\r\n" : ""),
  };
}

function markOf({ message, status }: Pick<ConnectorError, "message" | "status">): string {
  return JSON.stringify({ [streamErrorKey]: { message, code: status } });
}
