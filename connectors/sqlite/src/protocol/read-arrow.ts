import { Buffer } from "node:buffer";
import {
  ArrowBatchWriter,
  ArrowRowError,
  type ArrowType,
  chooseArrowType,
  type DeclaredColumn,
  isArrowTypeDeclared,
  spareBuffers,
} from "@wellhead/rows";
import { type ColumnCells, LineCells, TextCells } from "../encode/column-cells.js";
import type { RowColumn } from "../encode/row-sql.js";
import { type ColumnPage, ColumnPages, type ColumnPagesOptions } from "./column-pages.js";
import type { RowsRequest } from "./messages.js";
import { readPages } from "./read-pages.js";
import type { RawBatch } from "./row-source.js";

/** Maximum number of rows of a page, and of a record batch, and approximate maximum of its bytes. */
const maxRows = 16_384;
const maxBytes = 2 ** 20;
/** Number of rows that decide the types of columns, and of the bytes before which the last of them must begin. */
const decidingRows = 1000;
const decidingBytes = 2 ** 20;

/** Options of {@link readArrow}. */
export interface ReadArrowOptions extends ColumnPagesOptions {
  readonly request: RowsRequest;
  /** The columns as their source declares them. */
  readonly declared: readonly DeclaredColumn[];
  /** Creates the error for text that is not UTF-8; rows are counted from one. */
  readonly notUtf8: (row: number, column: string) => Error;
}

/** Rows as record batches. */
export interface ArrowPages {
  /** Types of the columns. */
  readonly types: readonly ArrowType[];
  /** The record batches. The memory of each is valid until the next one is read. */
  readonly batches: () => Iterable<RawBatch>;
}

/**
 * Reads a table page by page, column by column, and writes each page as a record batch.
 *
 * @param options - The statement, its columns and the requested rows
 * @returns The types, which the first rows have decided, and the record batches
 */
export function readArrow(options: ReadArrowOptions): ArrowPages {
  const { columns, declared, request } = options;
  const reader = new ColumnPages(options);
  const pages = cellsOf(readPages({ request, reader, maxRows, maxBytes }), columns);
  const first = declared.every(isArrowTypeDeclared) ? [] : readDecidingPages(pages);
  reader.useUsualForms();
  const types = declared.map((column, index) =>
    chooseArrowType(
      column,
      first.flatMap(({ cells, deciding }) => cells[index]?.parse(deciding) ?? []),
    ),
  );
  return { types, batches: () => writeBatches([first, pages], { ...options, types }) };
}

/** The rows of a page by column. */
interface CellsPage {
  readonly cells: readonly ColumnCells[];
  readonly rows: number;
}

function* cellsOf(pages: Iterable<ColumnPage>, given: readonly RowColumn[]): Generator<CellsPage, void> {
  for (const { columns, rows } of pages) {
    const cells = columns.map(({ form, cells: [values, lengths] }, index) =>
      form === "texts"
        ? new TextCells([values, lengths], { rows, kind: given[index]?.kind ?? "any" })
        : new LineCells(values, form),
    );
    yield { cells, rows };
  }
}

/** A page of the first rows. */
interface DecidingPage extends CellsPage {
  /** Number of rows that decide the types. */
  readonly deciding: number;
}

function readDecidingPages(pages: Iterator<CellsPage, void>): readonly DecidingPage[] {
  const first: DecidingPage[] = [];
  let [left, bytes] = [decidingRows, decidingBytes];
  while (left > 0 && bytes > 0) {
    const { value, done } = pages.next();
    if (done === true) break;
    const { rows, cells } = value;
    const sizes = cells.map((cell) => cell.sizes());
    let deciding = 0;
    for (; deciding < Math.min(rows, left) && bytes > 0; deciding += 1)
      for (const size of sizes) bytes -= size[deciding] ?? 0;
    left -= deciding;
    first.push({ ...value, deciding });
  }
  return first;
}

interface WriteOptions extends Pick<ReadArrowOptions, "columns" | "request" | "notUtf8"> {
  readonly types: readonly ArrowType[];
}

function* writeBatches(
  parts: readonly Iterable<CellsPage>[],
  { columns, types, request, notUtf8 }: WriteOptions,
): Generator<RawBatch> {
  const writer = new ArrowBatchWriter(
    columns.map(({ name }, index) => ({ name, type: types[index] ?? { kind: "text" } })),
  );
  let before = request.skip;
  for (const pages of parts) {
    for (const { cells, rows } of pages) {
      const invalid = findInvalid(cells);
      if (invalid !== undefined) throw notUtf8(before + invalid.row + 1, columns[invalid.column]?.name ?? "");
      writePage(writer, cells);
      writer.rows = rows;
      const { bytes } = writer.take();
      yield { bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), rows };
      spareBuffers.store(bytes.buffer);
      before += rows;
    }
  }
}

function writePage(writer: ArrowBatchWriter, cells: readonly ColumnCells[]): void {
  try {
    for (const [index, cell] of cells.entries()) cell.appendTo(writer.columnAt(index));
  } catch (error) {
    const explained = writer.explain(error);
    throw explained instanceof ArrowRowError ? Object.assign(explained, { code: "ARROW_ROW" }) : explained;
  }
}

/** Returns where the first text is that is not UTF-8. */
function findInvalid(
  cells: readonly ColumnCells[],
): { readonly row: number; readonly column: number } | undefined {
  let first: { readonly row: number; readonly column: number } | undefined;
  for (const [column, cell] of cells.entries()) {
    const row = cell.findInvalid();
    if (row !== undefined && (first === undefined || row < first.row)) first = { row, column };
  }
  return first;
}
