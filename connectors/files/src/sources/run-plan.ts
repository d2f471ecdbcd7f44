import { type EncodedBatch, type RowEncoding, upstreamInvalid } from "@wellhead/sdk";
import {
  type ArrowEncoding,
  encodeSealed,
  type PlannedEncoding,
  type PlannedRows,
  planEncoding,
} from "../encode/plan-encoding.js";
import { EngineFault, EngineLost } from "../engine/engine-lost.js";
import { fetchChunks } from "../engine/fetch-chunks.js";
import { sealedStatement } from "../engine/sealed-statement.js";
import { Session } from "../engine/session.js";
import { columnTypeMismatch } from "../tables/column-type-mismatch.js";
import { fileError } from "../tables/file-error.js";
import type { ReadRowsOptions } from "./read-rows-options.js";

/** Format of the rows: of the server, or record batches. */
export type FileEncoding = RowEncoding | ArrowEncoding;

/** A query for the engine. */
export interface RowsPlan extends PlannedRows {
  /**
   * Size of the engine's result buffer, which the engine fills before the first fetch. It is in bytes as the engine
   * counts them: text counts for a tenth of its size. The engine's threads need some buffer to work in parallel,
   * because each thread reads its own part of the file and the rows are returned in file order. A larger buffer is
   * faster, but takes memory and delays the first row.
   */
  readonly streamingBufferSize: "3MB" | "3500KB";
}

/**
 * Runs a plan on the engine. If the engine is lost on the way, the remaining rows are read by an engine of their own.
 *
 * @param plan - The plan
 * @param options - The table and the request
 * @param rowEncoding - Format of the rows
 * @returns The rows as bytes; the engine starts when the first of them is requested
 */
export async function* runPlan(
  plan: RowsPlan,
  options: ReadRowsOptions,
  rowEncoding: FileEncoding,
): AsyncGenerator<EncodedBatch> {
  let sent = 0;
  try {
    for await (const batch of runOnce(plan, { ...options, isAlone: false }, rowEncoding)) {
      sent += batch.rows;
      yield batch;
    }
    return;
  } catch (error) {
    if (!(error instanceof EngineLost)) throw rowsError(error, options);
  }
  // Rows have an order, so those that were sent come first again, after those that were to be skipped.
  const first = sent + (rowEncoding.format === "arrow" ? rowEncoding.skip : 0);
  const from = first === 0 ? plan.from : `(SELECT * FROM ${plan.from}\n) OFFSET ${first}`;
  const rest: FileEncoding = rowEncoding.format === "arrow" ? { format: "arrow", skip: 0 } : rowEncoding;
  try {
    yield* runOnce({ ...plan, from }, { ...options, isAlone: true }, rest);
  } catch (error) {
    throw rowsError(error, options);
  }
}

async function* runOnce(
  plan: RowsPlan,
  { engine, timeLimit, context, isAlone }: ReadRowsOptions & { readonly isAlone: boolean },
  rowEncoding: FileEncoding,
): AsyncGenerator<EncodedBatch> {
  const session = await Session.open(engine, { signal: context.signal, timeLimit, isAlone });
  const encoding = planEncoding(plan, rowEncoding);
  try {
    const result = await session.run(async (connection) => {
      await connection.run(`SET streaming_buffer_size = '${plan.streamingBufferSize}'`);
      return connection.stream(sealedStatement(encoding.select, encoding.width), [...encoding.values]);
    });
    if (!(yield* encodeSealed(fetchChunks(session, result), encoding)))
      throw await findFailure(session, encoding);
  } finally {
    await session.close();
  }
}

function rowsError(error: unknown, { table, onSurprise, onFault }: ReadRowsOptions): Error {
  const mismatch = columnTypeMismatch(error);
  if (mismatch === undefined) {
    const fault = fileError(error, table.file);
    if (error instanceof EngineFault) onFault(fault);
    return fault;
  }
  onSurprise();
  return upstreamInvalid(`Could not read "${table.file.name}": ${mismatch}`, { cause: error });
}

/** Finds out why rows ended early. The engine reports the error only if it computes all rows at once. */
async function findFailure(session: Session, { select, values }: PlannedEncoding): Promise<unknown> {
  try {
    const all = `SELECT max(hash(failed)) FROM (${select}\n) AS failed`;
    await session.run((connection) => connection.run(all, [...values]));
  } catch (error) {
    return error;
  }
  return upstreamInvalid("Could not read all rows: the engine stopped early without a reason. Try again.");
}
