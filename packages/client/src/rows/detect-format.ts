import { readCsvHeader } from "./csv-header.js";

/** The format in which rows arrive. */
export type RowFormat = "json" | "ndjson" | "csv";

/** What is known about a body besides its text. */
export interface DetectFormatOptions {
  /** Content type of the response. It is often wrong, so it decides only if the content allows several formats. */
  readonly contentType: string;
  /** Ids of the columns that the connector declares. */
  readonly columns: readonly string[];
  /** Whether the text is the whole body. */
  readonly isEnd: boolean;
}

/**
 * Detects the format of a body by its content.
 *
 * @param start - The start of the body, without a byte order mark
 * @param options - Content type and columns
 * @returns The form; `undefined` when more text is needed
 */
export function detectFormat(start: string, options: DetectFormatOptions): RowFormat | undefined {
  const { contentType, isEnd } = options;
  const text = start.trimStart();
  const saysCsv = /csv|tab-separated/i.test(contentType);
  if (text === "" && !isEnd) return undefined;
  if (text === "") return emptyFormat(contentType, saysCsv);
  if (text.startsWith("[")) {
    const next = text.slice(1).trimStart();
    if (next === "" && !isEnd) return undefined;
    return !saysCsv || next === "" || /^[{\]]/.test(next) ? "json" : "csv";
  }
  if (text.startsWith("{")) return saysCsv ? objectOrCsv(text, isEnd) : "ndjson";
  return saysCsv ? "csv" : csvOrFault(text, options);
}

function emptyFormat(contentType: string, saysCsv: boolean): RowFormat {
  if (/(?:nd|l)json|jsonl|json-seq/i.test(contentType)) return "ndjson";
  return saysCsv ? "csv" : "json";
}

function objectOrCsv(text: string, isEnd: boolean): RowFormat | undefined {
  if (!text.includes("\n") && !isEnd) return undefined;
  return /^\{\s*(?:"|\})/.test(text) ? "ndjson" : "csv";
}

/** Maximum length of a header in characters: a text without a line end is not CSV after that. */
const maxHeaderLength = 1_048_576;
const identifier = /^[\p{L}_][\p{L}\p{N}_.-]*$/u;

/**
 * Distinguishes CSV from text that is not rows, such as a sentence or a JSON value, if the content type is not CSV. A
 * sentence that is mistaken for a header would be an empty result. With `json`, the reader reports what it got instead
 * of rows.
 */
function csvOrFault(text: string, { columns, isEnd }: DetectFormatOptions): RowFormat | undefined {
  const header = readCsvHeader(text, isEnd || text.length > maxHeaderLength);
  if (header === undefined) return undefined;
  const { names, hasMore } = header;
  if (names.some((name) => columns.includes(name.trim()))) return "csv";
  if (names.length > 1) return names.every((name) => name !== "" && name.trim() === name) ? "csv" : "json";
  if (!identifier.test(names[0] ?? "") || isJsonWord(names[0])) return "json";
  if (hasMore) return "csv";
  return isEnd ? "json" : undefined;
}

function isJsonWord(name: string | undefined): boolean {
  return ["null", "true", "false"].includes(name ?? "");
}
