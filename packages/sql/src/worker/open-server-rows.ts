import { openAtAnyHost } from "../session/open-at-any-host.js";
import type { SessionProtocol, SqlSession } from "../session/session-protocol.js";
import { encodeArrow } from "./encode-arrow.js";
import { encodeRows } from "./encode-rows.js";
import type { RowsOfServer } from "./rows-of-server.js";
import type { OpenedStream } from "./serve-streams.js";
import type { RunningJob, StreamJob } from "./stream-job.js";

/** How to read the rows of a statement from one kind of server. */
export interface RowsProtocol<Session extends SqlSession, Begin, Value>
  extends Omit<SessionProtocol<Session>, "begin" | "reset"> {
  /** Begins a read-only transaction, and has the server prepare the statement. */
  readonly prepare: (session: Session, job: RunningJob<Begin, Value>) => Promise<RowsOfServer>;
}

/**
 * Opens the rows of a statement on a dedicated connection, which is closed after the last row.
 *
 * @param job - The statement and where to run it
 * @param signal - Cancels the statement and closes the connection
 * @param protocol - How to read from the server
 * @returns Rows that are read on demand
 * @throws ConnectorError explained for the person who made the filter
 */
export async function openServerRows<Session extends SqlSession, Begin, Value>(
  { hosts, ...job }: StreamJob<Begin, Value>,
  signal: AbortSignal,
  protocol: RowsProtocol<Session, Begin, Value>,
): Promise<OpenedStream> {
  let opened: Session | undefined;
  try {
    const { session, ...host } = await openAtAnyHost(protocol, {
      ...hosts,
      errorContext: job.errorContext,
      signal,
    });
    opened = session;
    signal.addEventListener("abort", () => void protocol.cancel(session, host), { once: true });
    if (signal.aborted) await protocol.cancel(session, host);
    const rows = await protocol.prepare(session, { ...job, host });
    const { arrow } = rows;
    return {
      columns: rows.columns,
      encode: (encoding) => encodeRows({ rows, encoding }),
      ...(arrow !== undefined && { encodeArrow: () => encodeArrow(rows, arrow) }),
      notice: () => rows.notice?.(),
    };
  } catch (error) {
    opened?.close();
    throw protocol.explain(error, job.errorContext);
  }
}
