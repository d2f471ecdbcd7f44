import {
  type ArrowField,
  arrowMetadata,
  type DataFormat,
  dataMediaTypes,
  endedLinesMark,
  streamErrorKey,
} from "@wellhead/contract/vocabulary";
import { arrowFrame, csvCell } from "@wellhead/rows";
import type { ConnectorError } from "@wellhead/sdk";
import type { ArrowFormat, ArrowStreamFrame, RowFormat } from "../../../stream/encoder/open-rows-options.js";
import type { TextFrame } from "../../../stream/row-stream.js";
import { parseQualities } from "../../../wire/wire-request.js";

/** JSON: one array. The mark is its last element. */
const jsonFrame: TextFrame = {
  contentType: `${dataMediaTypes.json}; charset=utf-8`,
  separator: ",",
  endsRows: false,
  open: "[",
  close: "]",
  mark: (error) => `${markOf(error)}]`,
};

/** NDJSON: one object per line. The mark is the last line. */
const ndjsonFrame: TextFrame = {
  contentType: `${dataMediaTypes.ndjson}; charset=utf-8`,
  separator: "\n",
  endsRows: true,
  open: "",
  close: "",
  mark: (error) => `${markOf(error)}\n`,
};

/** NDJSON whose last line says that the rows are complete, or marks the failure. */
const endedLinesFrame: TextFrame = {
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
function csvFrame(columns: readonly string[], formulaEscape: boolean): TextFrame {
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

/** The source of rows that are sent as Arrow. */
export interface ArrowSource {
  readonly connector: string;
  readonly version: string;
  readonly source: string;
}

/**
 * Returns the format of rows as Arrow. A failed stream is cut after an empty record batch with the reason, because
 * readers of Arrow do not know a mark.
 *
 * @param source - Where the rows are from, for the metadata of the schema
 * @returns The format
 */
export function arrowFormat({ connector, version, source }: ArrowSource): ArrowFormat {
  const facts = {
    [arrowMetadata.connector]: connector,
    [arrowMetadata.version]: version,
    [arrowMetadata.source]: source,
  };
  return {
    encoding: "arrow",
    reservedKey: streamErrorKey,
    frame: (fields: readonly ArrowField[]): ArrowStreamFrame => {
      const { open, shared, close, mark } = arrowFrame(fields, facts);
      return {
        contentType: dataMediaTypes.arrow,
        separator: shared,
        endsRows: true,
        open,
        close,
        cutsAfterMark: true,
        mark: ({ message, status }) =>
          mark({ [arrowMetadata.error]: message, [arrowMetadata.status]: String(status) }),
      };
    },
  };
}

/** The formats of text. A failed stream is marked with an object of one reserved key. */
export const rowFormats: Readonly<Record<Exclude<DataFormat, "arrow">, RowFormat>> = {
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
  [dataMediaTypes.arrow, "arrow"],
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
