import type { DuckDBDataChunk, DuckDBType, DuckDBValue } from "@duckdb/node-api";
import type { EncodedBatch, RowEncoding } from "@wellhead/sdk";
import { DuckDBTypeId } from "../engine/duckdb.js";
import { quoteName } from "../engine/quote.js";
import { isSealed } from "../engine/sealed-statement.js";
import type { ChunkEncoder } from "./chunks/chunk-encoder.js";
import type { EncodedColumn } from "./chunks/encoded-column.js";
import { transportOf } from "./chunks/transport.js";
import { RowEncoder } from "./row-encoder.js";
import { rowText } from "./row-text.js";
import { TextEncoder } from "./text-encoder.js";
import { VectorEncoder } from "./vectors/vector-encoder.js";

/** Rows to encode. */
export interface PlannedRows {
  readonly columns: readonly EncodedColumn[];
  /** SQL after FROM, including LIMIT and OFFSET. */
  readonly from: string;
  readonly values: readonly DuckDBValue[];
  /** Whether some rows are so long that the engine must not write their text. Default: `false`. */
  readonly hasLongRows?: boolean;
}

/** Rows as record batches of Apache Arrow. */
export interface ArrowEncoding {
  readonly format: "arrow";
  /** Number of rows to leave out at the start. */
  readonly skip: number;
}

/** A plan for encoding rows. */
export interface PlannedEncoding {
  /** SELECT that returns the rows in the form the encoder expects. */
  readonly select: string;
  /** Number of its columns. */
  readonly width: number;
  readonly values: readonly DuckDBValue[];
  readonly encoder: ChunkEncoder;
}

/**
 * Plans how rows are encoded. The engine encodes them if it can, because it uses more threads.
 *
 * @param rows - The rows
 * @param encoding - Format of the rows
 * @returns The statement to run, and the encoder of its chunks
 */
export function planEncoding(
  { columns, from, values, hasLongRows = false }: PlannedRows,
  encoding: RowEncoding | ArrowEncoding,
): PlannedEncoding {
  if (encoding.format === "arrow") {
    const encoder = new VectorEncoder(columns, encoding.skip);
    return { select: selection(columns, from, isUuid), width: columns.length, values, encoder };
  }
  const { format, separator } = encoding;
  const text = format === "json" && !hasLongRows ? rowText(columns, separator) : undefined;
  if (text !== undefined) {
    // LIMIT and OFFSET are applied first, so that no text is written for skipped rows.
    const select = `SELECT ${text} FROM (SELECT * FROM ${from}\n)`;
    return { select, width: 1, values, encoder: new TextEncoder(separator) };
  }
  return {
    select: selection(columns, from),
    width: columns.length,
    values,
    encoder: new RowEncoder(columns, encoding),
  };
}

function isUuid(type: DuckDBType): boolean {
  return type.typeId === DuckDBTypeId.UUID;
}

/** Returns a SELECT of columns in the form the encoder expects. */
function selection(
  columns: readonly EncodedColumn[],
  from: string,
  isUnchanged: (type: DuckDBType) => boolean = () => false,
): string {
  const list = columns.map(({ name, type }) => {
    if (isUnchanged(type)) return quoteName(name);
    const { cast, asJson } = transportOf(type);
    // The function `to_json` writes values of type VARIANT as text that is not JSON. Their null is not NULL.
    if (asJson) return `nullif(CAST(${quoteName(name)} AS JSON), 'null')`;
    return cast === undefined ? quoteName(name) : `CAST(${quoteName(name)} AS ${cast})`;
  });
  return `SELECT ${list.join(", ")} FROM ${from}`;
}

/**
 * Encodes chunks up to the seal.
 *
 * @param chunks - Chunks of a sealed statement
 * @param encoding - The encoder and the number of columns
 * @returns Batches; the return value is whether the seal was reached
 */
export async function* encodeSealed(
  chunks: AsyncIterable<DuckDBDataChunk>,
  { encoder, width }: PlannedEncoding,
): AsyncGenerator<EncodedBatch, boolean> {
  for await (const { chunk, rowCount } of chunks) {
    const sealed = isSealed(chunk, width);
    yield* encoder.encode(chunk, sealed ? rowCount - 1 : rowCount);
    if (!sealed) continue;
    yield* encoder.finish();
    return true;
  }
  return false;
}
