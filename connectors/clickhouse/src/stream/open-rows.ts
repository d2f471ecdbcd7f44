import { type EncodedBatch, isConnectorError, type RowEncoding } from "@wellhead/sdk";
import { nameColumns, type OpenedStream, openAtAnyHost, type PinnedHost } from "@wellhead/sql";
import { explainError } from "../errors/explain-error.js";
import { cancelQuery } from "../protocol/cancel-query.js";
import type { Connection } from "../protocol/connection.js";
import { encodeLines } from "./encode-lines.js";
import { hostProtocol } from "./host-protocol.js";
import { prepareRows } from "./prepare-rows.js";
import { type RowBlock, readRows } from "./read-rows.js";
import { startRows } from "./server-rows.js";
import type { RunningJob, StreamJob } from "./stream-job.js";

/** A statement that a server runs, and its first rows. */
interface StartedRows {
  readonly names: { readonly server: readonly string[]; readonly shown: readonly string[] };
  /** The rows; none when none were requested. */
  readonly blocks: AsyncGenerator<RowBlock>;
  readonly first: IteratorResult<RowBlock>;
  /** Ends the connection, and the statement if it still runs. */
  readonly end: () => Promise<void>;
}

/**
 * Opens the rows of a statement on a dedicated connection, which is closed after the last row. When a server is lost before
 * it has sent a row, the next one runs the statement.
 *
 * @param job - The statement and where to run it
 * @param signal - Cancels the statement and closes the connection
 * @returns Rows that are read on demand
 * @throws ConnectorError explained for the person who made the filter
 */
export async function openRows(job: StreamJob, signal: AbortSignal): Promise<OpenedStream> {
  const { hosts, errorContext } = job;
  let remaining = hosts;
  for (;;) {
    let host: PinnedHost | undefined;
    try {
      const { session, ...opened } = await openAtAnyHost(hostProtocol, {
        ...remaining,
        errorContext,
        signal,
      });
      host = opened;
      const started = await startAt(session, { ...job, host: opened }, signal);
      return { columns: started.names.shown, encode: (encoding) => encode(started, job, encoding) };
    } catch (error) {
      const others = remaining.hosts.filter(
        ({ credentials }) =>
          credentials.host !== host?.credentials.host || credentials.port !== host.credentials.port,
      );
      const mayRetry = host !== undefined && others.length > 0 && isLost(error);
      if (!mayRetry || signal.aborted)
        throw explainError(signal.aborted ? signal.reason : error, errorContext);
      remaining = { ...remaining, hosts: others };
    }
  }
}

/** Returns whether a server was lost, or cannot run the statement. One that is slow would be slow again. */
function isLost(error: unknown): boolean {
  return isConnectorError(error) ? error.code === "upstream_unavailable" : hostProtocol.isUnreachable(error);
}

async function startAt(session: Connection, job: RunningJob, signal: AbortSignal): Promise<StartedRows> {
  const end = () => cancelQuery(session, job.host);
  const stop = () => void end();
  signal.addEventListener("abort", stop, { once: true });
  try {
    signal.throwIfAborted();
    if (job.begin.readsFiles) session.allowFiles();
    const prepared = await prepareRows(session, job.statement, job.errorContext);
    const server = prepared.columns.map(({ name }) => name);
    const names = { server, shown: nameColumns(server) };
    const blocks = job.limit === 0 ? noRows() : readRows(await startRows(session, prepared, job));
    return { names, blocks, first: await blocks.next(), end };
  } catch (error) {
    await end();
    throw error;
  }
}

async function* encode(
  { names, blocks, first, end }: StartedRows,
  { skip, limit, errorContext }: StreamJob,
  encoding: RowEncoding,
): AsyncGenerator<EncodedBatch> {
  const { action } = errorContext;
  try {
    yield* encodeLines(allBlocks(first, blocks), { encoding, names, skip, limit, action });
  } catch (error) {
    throw explainError(error, errorContext);
  } finally {
    await end();
  }
}

async function* allBlocks(
  first: IteratorResult<RowBlock>,
  blocks: AsyncGenerator<RowBlock>,
): AsyncGenerator<RowBlock> {
  if (first.done === true) return;
  yield first.value;
  yield* blocks;
}

async function* noRows(): AsyncGenerator<RowBlock> {}
