import type { Exchange } from "../exchange/exchange.js";
import { isObject, type JsonObject } from "../expect/json-of.js";
import { readCsv } from "./read-csv.js";
import { readRows } from "./read-rows.js";

/** Rows of a response in any format. */
export interface Table {
  readonly rows: readonly JsonObject[];
  readonly form: "json" | "lines" | "csv";
  /** Whether all rows were read. */
  readonly whole: boolean;
}

/**
 * Parses the rows of a response according to its content: a JSON array, JSON lines, or CSV with a header. The
 * Content-Type is not trusted, because public connectors send JSON as HTML and as octet streams.
 *
 * @param exchange - The response
 * @returns The rows, or `undefined` when no rows can be read
 */
export function readTable(exchange: Exchange): Table | undefined {
  const json = readRows(exchange);
  if (json !== undefined) return { rows: json.rows.filter(isObject), form: "json", whole: json.closed };
  if (exchange.ending === "undecodable") return undefined;
  return readLines(exchange) ?? readDelimited(exchange);
}

/** A single object is a row only when the Content-Type says so: an error or an envelope looks the same. */
function readLines({ text, headers, ending }: Exchange): Table | undefined {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  if (lines.length === 0 || !lines.every((line) => line.startsWith("{"))) return undefined;
  const complete = ending === "whole" ? lines : lines.slice(0, -1);
  const rows = complete.map(parseObject);
  const isLabelled = /ndjson|jsonl|json-seq|json-lines/i.test(headers["content-type"] ?? "");
  if ((lines.length === 1 && !isLabelled) || !rows.every((row) => row !== undefined)) return undefined;
  return { rows, form: "lines", whole: ending === "whole" };
}

function parseObject(line: string): JsonObject | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Text that starts like JSON or markup is not CSV. Neither is a sentence, which has no header with several names. */
function readDelimited({ text, headers, ending }: Exchange): Table | undefined {
  if (/^\s*(?:[<{[]|"[[{])/.test(text)) return undefined;
  const records = readCsv(text.replace(/^\uFEFF/, ""));
  const [header, ...rest] = records;
  if (header === undefined) return undefined;
  const body = ending === "whole" ? rest : rest.slice(0, -1);
  const filled = body.filter((record) => record.length > 1 || record[0] !== "");
  const isLabelled = /csv/i.test(headers["content-type"] ?? "");
  if (!isLabelled && !looksLikeHeader(header, filled)) return undefined;
  const rows = filled.map((record) => Object.fromEntries(header.map((name, at) => [name, record[at] ?? ""])));
  return { rows, form: "csv", whole: ending === "whole" };
}

/**
 * A comma followed by a space is typical of sentences. Such a record is a header only when the records below it have
 * the same number of cells.
 */
function looksLikeHeader(header: readonly string[], body: readonly (readonly string[])[]): boolean {
  if (header.length < 2) return false;
  if (header.some((name) => name.length >= 80 || /[.!?]$/.test(name.trim()))) return false;
  if (!header.some((name, at) => at > 0 && /^\s/.test(name))) return true;
  return body.length > 0 && body.every(({ length }) => length === header.length);
}
