import {
  type DataFormat,
  dataMediaTypes,
  endedLinesMark,
  streamErrorKey,
} from "@wellhead/contract/vocabulary";
import { csvCell } from "@wellhead/rows";
import type { ConnectorError } from "@wellhead/sdk";
import type { RowFormat } from "../../../stream/encoder/open-rows.js";
import type { Frame } from "../../../stream/row-stream.js";
import { parseQualities } from "../../../wire/wire-request.js";

/** JSON: one array. The mark is its last element. */
const jsonFrame: Frame = {
  contentType: `${dataMediaTypes.json}; charset=utf-8`,
  separator: ",",
  endsRows: false,
  open: "[",
  close: "]",
  mark: (error) => `${markOf(error)}]`,
};

/** NDJSON: one object per line. The mark is the last line. */
const ndjsonFrame: Frame = {
  contentType: `${dataMediaTypes.ndjson}; charset=utf-8`,
  separator: "\n",
  endsRows: true,
  open: "",
  close: "",
  mark: (error) => `${markOf(error)}\n`,
};

/** NDJSON whose last line says that the rows are complete, or marks the failure. */
const endedLinesFrame: Frame = {
  ...ndjsonFrame,
  contentType: `${dataMediaTypes.endedLines}; charset=utf-8`,
  close: `${endedLinesMark}\n`,
};

/**
 * Returns the frame of CSV as defined by RFC 4180: commas, CR LF, and a header row.
 *
 * @param columns - Ids of the columns, in order
 * @param formulaEscape - Whether cells that a spreadsheet would run as formulas are turned into text
 * @returns The frame
 */
function csvFrame(columns: readonly string[], formulaEscape: boolean): Frame {
  const header = columns.map((column) => csvCell(column, formulaEscape)).join(",");
  return {
    contentType: `${dataMediaTypes.csv}; charset=utf-8; header=present`,
    separator: "\r\n",
    endsRows: true,
    open: columns.length === 0 ? "" : `${header}\r\n`,
    close: "",
  };
}

function markOf({ message, status }: Pick<ConnectorError, "message" | "status">): string {
  return JSON.stringify({ [streamErrorKey]: { message, code: status } });
}

/** The formats in which rows are sent. A failed stream is marked with an object of one reserved key. */
export const rowFormats: Readonly<Record<DataFormat, RowFormat>> = {
  json: { encoding: "json", reservedKey: streamErrorKey, frame: () => jsonFrame },
  ndjson: { encoding: "json", reservedKey: streamErrorKey, frame: () => ndjsonFrame },
  endedLines: { encoding: "json", reservedKey: streamErrorKey, frame: () => endedLinesFrame },
  csv: { encoding: "csv", reservedKey: streamErrorKey, frame: csvFrame },
};

/** Media types and ranges that select each format. */
const asked: ReadonlyMap<string, DataFormat> = new Map<string, DataFormat>([
  [dataMediaTypes.json, "json"],
  [dataMediaTypes.ndjson, "ndjson"],
  ["application/ndjson", "ndjson"],
  ["application/jsonl", "ndjson"],
  [dataMediaTypes.endedLines, "endedLines"],
  [dataMediaTypes.csv, "csv"],
  ["application/*", "json"],
  ["text/*", "csv"],
  ["*/*", "json"],
]);

/**
 * Chooses the format of the rows from the `Accept` header: the one with the highest quality, among equals the first.
 *
 * A missing header and `*` + `/*` mean JSON. So does a header that names no supported format: old platforms send
 * unusual ones, and rows they can read are better than a refusal.
 *
 * @param accept - The header
 * @returns The format
 * @see The connector contract, POST /
 */
export function negotiateFormat(accept: string | undefined): DataFormat {
  if (accept === undefined || accept === "" || accept === "*/*") return "json";
  for (const { name } of parseQualities(accept)) {
    const format = asked.get(name);
    if (format !== undefined) return format;
  }
  return "json";
}
