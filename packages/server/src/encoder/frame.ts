import { type DataFormat, dataMediaTypes, streamErrorKey } from "@wellhead/contract";
import { csvCell } from "@wellhead/rows";
import type { ConnectorError } from "@wellhead/sdk";

/** What stands around and between the rows of one format. */
export interface Frame {
  readonly format: DataFormat;
  readonly contentType: string;
  /** Bytes between two rows. */
  readonly separator: string;
  /** What stands before the first row. */
  readonly open: string;
  /**
   * @param rows - How many rows were written
   * @returns What stands after the last row
   */
  close(rows: number): string;
  /**
   * Absent where the format has no place for it: such a stream can only be cut.
   *
   * @param error - Why the rows end here, its sentence free of secrets
   * @param rows - How many rows were written
   * @returns The mark and what closes the text
   */
  mark?(error: Pick<ConnectorError, "message" | "status">, rows: number): string;
}

/** JSON: one array, its last element the mark. */
export const jsonFrame: Frame = {
  format: "json",
  contentType: `${dataMediaTypes.json}; charset=utf-8`,
  separator: ",",
  open: "[",
  close: () => "]",
  mark: (error, rows) => `${rows > 0 ? "," : ""}${markOf(error)}]`,
};

/** NDJSON: one object a line, the last line the mark. */
export const ndjsonFrame: Frame = {
  format: "ndjson",
  contentType: `${dataMediaTypes.ndjson}; charset=utf-8`,
  separator: "\n",
  open: "",
  close: (rows) => (rows > 0 ? "\n" : ""),
  mark: (error, rows) => `${rows > 0 ? "\n" : ""}${markOf(error)}\n`,
};

/**
 * CSV as RFC 4180 has it: comma, CR LF, header row.
 *
 * @param columns - Ids of the columns, in order
 * @param formulaEscape - Whether cells a spreadsheet would run are made text
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
