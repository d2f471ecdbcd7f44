import type { Row } from "@wellhead/sdk";

/** Writes rows of one format. */
export interface RowWriter {
  /**
   * @param rows - Some rows
   * @returns Their text, joined by the format's separator
   * @throws ConnectorError when a row cannot be written
   */
  write(rows: readonly Row[]): string;
}
