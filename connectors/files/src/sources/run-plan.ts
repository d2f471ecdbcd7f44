import type { DuckDBDataChunk, DuckDBValue } from "@duckdb/node-api";
import { type EncodedBatch, type RowEncoding, upstreamInvalid } from "@wellhead/sdk";
import type { ChunkEncoder } from "../encode/chunk-encoder.js";
import type { EncodedColumn } from "../encode/encoded-column.js";
import { RowEncoder } from "../encode/row-encoder.js";
import { rowText } from "../encode/row-text.js";
import { TextEncoder } from "../encode/text-encoder.js";
import { transportOf } from "../encode/transport.js";
import { fetchChunks } from "../engine/fetch-chunks.js";
import { quoteName } from "../engine/quote.js";
import { isSealed, sealedStatement } from "../engine/sealed-statement.js";
import { Session } from "../engine/session.js";
import { columnTypeMismatch } from "../tables/column-type-mismatch.js";
import { fileError } from "../tables/file-error.js";
import type { ReadRowsOptions } from "./read-rows-options.js";
import { prepareSql, sqlError } from "./user-sql.js";

/** What is asked of the engine. */
export interface RowsPlan {
  readonly columns: readonly EncodedColumn[];
  /** What stands behind FROM, up to the page of rows that is wanted. */
  readonly from: string;
  readonly values: readonly DuckDBValue[];
  /**
   * Rows the engine works out before the first is fetched, in bytes as it counts them: text counts for a tenth of what it
   * is. Its threads need some to work side by side, as each fills a part of the file of its own and the rows leave in the
   * order of the file. More of it is faster still, but takes memory and puts the first row off.
   */
  readonly workAhead: "3MB" | "3500KB";
}

/** A plan for one way of writing rows. */
interface Encoding {
  /** SELECT of the rows as they leave the engine. */
  readonly select: string;
  /** How many columns it has. */
  readonly width: number;
  readonly values: readonly DuckDBValue[];
  readonly encoder: ChunkEncoder;
}

/**
 * Has the engine work a plan out.
 *
 * @param plan - What to ask
 * @param options - What is read, and for whom
 * @param rowEncoding - How rows are written
 * @returns The rows as bytes; the engine starts when they are asked for
 */
export async function* runPlan(
  plan: RowsPlan,
  options: ReadRowsOptions,
  rowEncoding: RowEncoding,
): AsyncGenerator<EncodedBatch> {
  const { engine, timeLimit, sql, context } = options;
  const session = await Session.open(engine, { signal: context.signal, timeLimit });
  const encoding = encodingOf(plan, rowEncoding);
  try {
    const result = await session.run(async (connection) => {
      if (sql !== undefined) await prepareSql(connection, sql);
      await connection.run(`SET streaming_buffer_size = '${plan.workAhead}'`);
      return connection.stream(sealedStatement(encoding.select, encoding.width), [...encoding.values]);
    });
    if (!(yield* encodeSealed(fetchChunks(session, result), encoding)))
      throw await findFailure(session, encoding);
  } catch (error) {
    throw rowsError(error, options);
  } finally {
    await session.close();
  }
}

function rowsError(error: unknown, { sql, table, onSurprise }: ReadRowsOptions): Error {
  if (sql !== undefined) return sqlError(error);
  const mismatch = columnTypeMismatch(error);
  if (mismatch === undefined) return fileError(error, table.file);
  onSurprise();
  return upstreamInvalid(`Could not read "${table.file.name}": ${mismatch}`, { cause: error });
}

/** Has the engine write the rows where it can: it has more threads for it. */
function encodingOf({ columns, from, values }: RowsPlan, encoding: RowEncoding): Encoding {
  const { format, separator } = encoding;
  const text = format === "json" ? rowText(columns, separator) : undefined;
  if (text !== undefined) {
    // The page is cut out first, so that rows left aside cost no text.
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

/** SELECT of columns in the form in which they leave the engine. */
function selection(columns: readonly EncodedColumn[], from: string): string {
  const list = columns.map(({ name, type }) => {
    const { cast, asJson } = transportOf(type);
    if (asJson) return `to_json(${quoteName(name)})`;
    return cast === undefined ? quoteName(name) : `CAST(${quoteName(name)} AS ${cast})`;
  });
  return `SELECT ${list.join(", ")} FROM ${from}`;
}

/** Writes chunks up to the seal; tells whether there was one. */
async function* encodeSealed(
  chunks: AsyncIterable<DuckDBDataChunk>,
  { encoder, width }: Encoding,
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

/** Asks the engine why rows ended early: it tells only when it works all of them out at once. */
async function findFailure(session: Session, { select, values }: Encoding): Promise<unknown> {
  try {
    const all = `SELECT max(hash(failed)) FROM (${select}\n) AS failed`;
    await session.run((connection) => connection.run(all, [...values]));
  } catch (error) {
    return error;
  }
  return upstreamInvalid(
    "Read the rows: found fewer than there are, and on a second look nothing amiss, try again",
  );
}
