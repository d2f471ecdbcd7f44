import { encodeRows, type OpenedStream, openAtAnyHost, TextCodec } from "@wellhead/sql";
import { writtenColumns } from "../encode/written-columns.js";
import { explainError } from "../errors/explain-error.js";
import { beginReadOnly } from "../protocol/begin-read-only.js";
import { cancelQuery } from "../protocol/cancel-query.js";
import type { Connection } from "../protocol/connection.js";
import { findMisdeclared } from "./find-misdeclared.js";
import { hostProtocol } from "./host-protocol.js";
import { prepareRows } from "./prepare-rows.js";
import { ServerRows } from "./server-rows.js";
import type { StreamJob } from "./stream-job.js";

/**
 * Opens the rows of a statement on a dedicated connection, which is closed after the last row.
 *
 * @param job - The statement and where to run it
 * @param signal - Cancels the statement and closes the connection
 * @returns Rows that are read on demand
 * @throws ConnectorError explained for the person who made the filter
 */
export async function openRows(job: StreamJob, signal: AbortSignal): Promise<OpenedStream> {
  let connection: Connection | undefined;
  try {
    const { session, ...host } = await openAtAnyHost(hostProtocol, {
      ...job.hosts,
      place: job.place,
      signal,
    });
    connection = session;
    signal.addEventListener("abort", () => void cancelQuery(session, host), { once: true });
    if (signal.aborted) await cancelQuery(session, host);
    await beginReadOnly(session, job.begin);
    const { encoding: textEncoding } = host.credentials;
    const misdeclared =
      textEncoding === undefined
        ? undefined
        : { columns: await findMisdeclared(session, job.statement.sql), codec: new TextCodec(textEncoding) };
    const prepared = await prepareRows(session, job.statement);
    return {
      columns: writtenColumns(prepared.columns).map(({ name }) => name),
      encode: (encoding) =>
        encodeRows({
          rows: new ServerRows(session, { ...prepared, misdeclared }, { ...job, host }),
          encoding,
        }),
    };
  } catch (error) {
    connection?.close();
    throw explainError(error, job.place);
  }
}
