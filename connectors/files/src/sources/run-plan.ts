import { type EncodedBatch, type RowEncoding, upstreamInvalid } from "@wellhead/sdk";
import { fetchChunks } from "../engine/fetch-chunks.js";
import { sealedStatement } from "../engine/sealed-statement.js";
import { Session } from "../engine/session.js";
import { columnTypeMismatch } from "../tables/column-type-mismatch.js";
import { fileError } from "../tables/file-error.js";
import { encodeSealed, type PlannedEncoding, type PlannedRows, planEncoding } from "./plan-encoding.js";
import type { ReadRowsOptions } from "./read-rows-options.js";

/** What is asked of the engine. */
export interface RowsPlan extends PlannedRows {
  /**
   * Rows the engine works out before the first is fetched, in bytes as it counts them: text counts for a tenth of what it
   * is. Its threads need some to work side by side, as each fills a part of the file of its own and the rows leave in the
   * order of the file. More of it is faster still, but takes memory and puts the first row off.
   */
  readonly workAhead: "3MB" | "3500KB";
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
  const { engine, timeLimit, context } = options;
  const session = await Session.open(engine, { signal: context.signal, timeLimit });
  const encoding = planEncoding(plan, rowEncoding);
  try {
    const result = await session.run(async (connection) => {
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

function rowsError(error: unknown, { table, onSurprise }: ReadRowsOptions): Error {
  const mismatch = columnTypeMismatch(error);
  if (mismatch === undefined) return fileError(error, table.file);
  onSurprise();
  return upstreamInvalid(`Could not read "${table.file.name}": ${mismatch}`, { cause: error });
}

/** Asks the engine why rows ended early: it tells only when it works all of them out at once. */
async function findFailure(session: Session, { select, values }: PlannedEncoding): Promise<unknown> {
  try {
    const all = `SELECT max(hash(failed)) FROM (${select}\n) AS failed`;
    await session.run((connection) => connection.run(all, [...values]));
  } catch (error) {
    return error;
  }
  return upstreamInvalid("Could not read all rows: the engine stopped early without saying why. Try again.");
}
