import { encodeRows, type OpenedStream, TextCodec } from "@wellhead/sql";
import { explainError } from "../errors/explain-error.js";
import { beginReadOnly } from "../protocol/begin-read-only.js";
import { cancelQuery } from "../protocol/cancel-query.js";
import type { Connection } from "../protocol/connection.js";
import { openConnection } from "../protocol/open-connection.js";
import { writtenColumns } from "../transcode/written-columns.js";
import { findMisdeclared } from "./find-misdeclared.js";
import { prepareRows } from "./prepare-rows.js";
import { ServerRows } from "./server-rows.js";
import type { StreamJob } from "./stream-job.js";

/**
 * Opens the rows of a statement on a connection of their own, which ends with them.
 *
 * @param job - The statement and where to run it
 * @param signal - Stops the statement and ends the connection
 * @returns Rows that are read when they are asked for
 * @throws ConnectorError in words for the person who made the filter
 */
export async function openRows(job: StreamJob, signal: AbortSignal): Promise<OpenedStream> {
  let connection: Connection | undefined;
  try {
    connection = await openConnection({ ...job, signal });
    const session = connection;
    signal.addEventListener("abort", () => void cancelQuery(session, job), { once: true });
    if (signal.aborted) await cancelQuery(session, job);
    await beginReadOnly(session, job.begin);
    const { encoding: textEncoding } = job.credentials;
    const misdeclared =
      textEncoding === undefined
        ? undefined
        : { columns: await findMisdeclared(session, job.statement.sql), codec: new TextCodec(textEncoding) };
    const prepared = await prepareRows(session, job.statement);
    return {
      columns: writtenColumns(prepared.columns).map(({ name }) => name),
      encode: (encoding) =>
        encodeRows({ rows: new ServerRows(session, { ...prepared, misdeclared }, job), encoding }),
    };
  } catch (error) {
    connection?.close();
    throw explainError(error, job.place);
  }
}
