import { type OpenedStream, openServerRows, TextCodec } from "@wellhead/sql";
import { beginReadOnly } from "../protocol/begin-read-only.js";
import { cancelQuery } from "../protocol/cancel-query.js";
import type { Connection } from "../protocol/connection.js";
import { closeStatement } from "../protocol/messages.js";
import { queryTexts } from "../protocol/query-texts.js";
import { prepareStatement, runCommand } from "../protocol/run-statement.js";
import { hostProtocol } from "./host-protocol.js";
import { prepareRows } from "./prepare-rows.js";
import { ServerRows } from "./server-rows.js";
import type { RunningJob, StreamJob } from "./stream-job.js";

/**
 * Opens the rows of a statement on a dedicated connection, which is closed after the last row.
 *
 * @param job - The statement and where to run it
 * @param signal - Cancels the statement and closes the connection
 * @returns Rows that are read on demand
 * @throws ConnectorError explained for the person who made the filter
 */
export function openRows(job: StreamJob, signal: AbortSignal): Promise<OpenedStream> {
  return openServerRows(job, signal, { ...hostProtocol, cancel: cancelQuery, prepare });
}

async function prepare(session: Connection, job: RunningJob): Promise<ServerRows> {
  await beginReadOnly(session, job.begin);
  const { encoding } = job.host.credentials;
  const misdeclared =
    encoding === undefined
      ? undefined
      : { columns: await findMisdeclared(session, job.statement.sql), codec: new TextCodec(encoding) };
  const prepared = await prepareRows(session, job.statement);
  return new ServerRows(session, { ...prepared, misdeclared }, job);
}

const latin1Sql = `
select cast(id as char) from information_schema.collations where character_set_name = 'latin1'`;

/**
 * Finds the columns of a statement that are declared `latin1`. The server reports the declared encoding of a column
 * only while it does not convert results.
 */
async function findMisdeclared(connection: Connection, sql: string): Promise<ReadonlySet<number>> {
  const ids = new Set((await queryTexts(connection, latin1Sql)).map(([id]) => Number(id)));
  await runCommand(connection, "set character_set_results = null");
  try {
    const { id, columns } = await prepareStatement(connection, sql);
    connection.send(closeStatement(id));
    return new Set(columns.flatMap(({ charset }, index) => (ids.has(charset) ? [index] : [])));
  } finally {
    await runCommand(connection, "set character_set_results = utf8mb4");
  }
}
