import { type ExactValue, parseExactJson } from "@wellhead/client";
import { z } from "zod";
import type { Job, JobResult } from "../jobs/jobs.js";
import { type Provenance, provenanceSchema } from "../jobs/provenance.js";
import type { Redactor } from "../secrets/redactor.js";
import { fitItems, jsonBytes } from "./fit.js";

/** Schema of the output of every tool that returns rows. */
export const resultSchema = z.object({
  status: z
    .enum(["done", "running"])
    .describe("running: call get_result with the handle to wait for the rows"),
  result: z.string().describe("Handle of the result, for get_result and cancel_result"),
  expiresAt: z.string().describe("When the handle expires unless it is used before, ISO 8601"),
  rowsRead: z.number().describe("Rows that have arrived from the sources"),
  columns: z.array(z.object({ name: z.string(), type: z.string() })).describe("Columns of the rows shown"),
  rows: z
    .array(z.array(z.unknown()))
    .describe(
      "Cells in the order of the columns. Numbers that a double would change are text with every digit",
    ),
  offset: z.number().describe("Position of the first row shown"),
  rowCount: z.number().describe("Rows of the whole result; 0 while it is running"),
  nextOffset: z
    .number()
    .nullable()
    .describe("Offset of the next rows for get_result; null when all were shown"),
  hasMore: z.boolean().describe("Whether the source has more rows than the limit that was asked for"),
  notes: z.array(z.string()).describe("What was cut, and what to do about it"),
  provenance: provenanceSchema
    .nullable()
    .describe("Where the rows come from; null while the query is running"),
});

/** The output of a tool that returns rows. */
export type ResultAnswer = z.infer<typeof resultSchema>;

/** Maximum characters of a text in a cell. */
const maxCellCharacters = 1000;
/** Maximum characters of the reason why rows of a source are missing. */
const maxProblemCharacters = 500;

/** The rows to show. */
export interface PageOptions {
  readonly offset: number;
  /** Maximum number of rows. */
  readonly limit: number;
  /** Maximum size of the answer as JSON, in bytes. */
  readonly maxBytes: number;
  readonly redactor: Redactor;
}

/**
 * Returns the answer while a job is running.
 *
 * @param job - The job
 * @returns The answer, without rows
 */
export function runningAnswer(job: Job): ResultAnswer {
  return {
    ...headOf(job),
    status: "running",
    columns: [],
    rows: [],
    offset: 0,
    rowCount: 0,
    nextOffset: null,
    hasMore: false,
    notes: ["The query is running. Call get_result with this handle to wait for its rows."],
    provenance: null,
  };
}

/**
 * Returns the answer of a finished job: as many rows as fit.
 *
 * @param job - The job
 * @param result - Its result
 * @param page - The rows to show
 * @returns The answer
 */
export async function resultAnswer(job: Job, result: JobResult, page: PageOptions): Promise<ResultAnswer> {
  const { rowCount, hasMore } = result;
  const { offset, maxBytes } = page;
  const all = result.table.columns.map(({ name, type }) => ({ name, type }));
  const columns = fitItems(all, maxBytes / 4);
  const notes = [...result.notes];
  if (columns.length < all.length)
    notes.push(
      `${all.length - columns.length} of ${all.length} columns do not fit. Name the columns you need.`,
    );
  const provenance = fitProvenance(result.provenance, page);
  const unnamed = result.provenance.sources.length - provenance.sources.length;
  if (unnamed > 0)
    notes.push(`${unnamed} of ${result.provenance.sources.length} sources do not fit into provenance.`);
  const head = {
    ...headOf(job),
    status: "done" as const,
    columns: [...columns],
    offset,
    rowCount,
    hasMore,
    provenance,
  };
  // Reserves 400 bytes for the members that follow, and for the notes about rows.
  const rowBytes = maxBytes - jsonBytes({ ...head, notes }) - 400;
  const { rows, cutCells } = await readPage(
    result,
    columns.map(({ name }) => name),
    { ...page, maxBytes: rowBytes },
  );
  const end = offset + rows.length;
  if (cutCells > 0)
    notes.push(
      `${cutCells} long texts were cut and end with "…". Use SQL functions such as substring to read them in parts.`,
    );
  if (rows.length === 0 && rowCount > offset)
    notes.push("Not one row fits. Name fewer columns, or shorten them with SQL.");
  return { ...head, rows, nextOffset: end < rowCount ? end : null, notes };
}

function headOf(job: Job): Pick<ResultAnswer, "result" | "expiresAt" | "rowsRead"> {
  return { result: job.handle, expiresAt: new Date(job.expiresAt).toISOString(), rowsRead: job.rowsRead };
}

/** Shortens the parts of a source first, so that its name and whether it is complete are shown. */
function fitProvenance(
  provenance: Provenance,
  { maxBytes, redactor }: Pick<PageOptions, "maxBytes" | "redactor">,
): Provenance {
  const sources = provenance.sources.map(({ filter, problem, ...source }) => ({
    ...source,
    filter: jsonBytes(filter) > maxBytes / 16 ? null : filter,
    ...(problem !== undefined && { problem: redactor.cut(problem, maxProblemCharacters) }),
  }));
  return { ...provenance, sources: [...fitItems(sources, maxBytes / 4)] };
}

async function readPage(
  { table, rowCount }: JobResult,
  columns: readonly string[],
  { offset, limit, maxBytes, redactor }: PageOptions,
): Promise<{ readonly rows: unknown[][]; readonly cutCells: number }> {
  const rows: unknown[][] = [];
  let cutCells = 0;
  let bytes = 2;
  const shown = Math.min(limit, rowCount - offset);
  if (shown <= 0) return { rows, cutCells };
  for await (const batch of table.rows({ offset, limit: shown })) {
    for (const text of batch) {
      // The table writes every row as an object.
      const row = parseExactJson(text) as Readonly<Record<string, ExactValue>>;
      const cut = { count: 0 };
      const cells = JSON.stringify(columns.map((name) => cutCell(row[name] ?? null, cut, redactor)));
      // An exact number has become text. The text is that of an array.
      const shownRow = JSON.parse(cells) as unknown[];
      bytes += jsonBytes(shownRow) + 1;
      if (bytes > maxBytes) return { rows, cutCells };
      cutCells += cut.count;
      rows.push(shownRow);
    }
  }
  return { rows, cutCells };
}

function cutCell(value: ExactValue, cut: { count: number }, redactor: Redactor): unknown {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  if (text.length <= maxCellCharacters) return value;
  cut.count += 1;
  return redactor.cut(text, maxCellCharacters);
}
