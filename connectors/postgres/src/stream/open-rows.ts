import { type OpenedStream, openServerRows } from "@wellhead/sql";
import { arrowColumns } from "../encode/arrow-columns.js";
import { findKinds, writtenColumns } from "../encode/find-kinds.js";
import { beginReadOnly } from "../protocol/begin-read-only.js";
import { cancelQuery } from "../protocol/cancel-query.js";
import type { Connection } from "../protocol/connection.js";
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
  const isRepeatable = job.limit !== undefined || job.skip > 0;
  await beginReadOnly(session, { ...job.begin, isRepeatable });
  const columns = await prepareRows(session, job.statement.sql);
  const kinds = await findKinds(session, columns);
  const written = writtenColumns(columns, kinds, session.codec);
  const arrow = arrowColumns(written, {
    columns,
    kinds,
    codec: session.codec,
    hasBinary: hasBinary(session.parameters),
  });
  return new ServerRows(session, job, { written, arrow });
}

/**
 * Whether the server has the binary form of PostgreSQL. Servers before version 10 may have been built with times that are
 * doubles. Servers that only have its protocol state their own version too, such as `crdb_version` of CockroachDB and
 * `padb_version` of Redshift.
 */
function hasBinary(parameters: ReadonlyMap<string, string>): boolean {
  const isOther = [...parameters.keys()].some(
    (name) => name !== "server_version" && name.endsWith("_version"),
  );
  return !isOther && parameters.get("integer_datetimes") === "on";
}
