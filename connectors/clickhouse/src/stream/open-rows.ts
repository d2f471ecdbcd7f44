import type { EncodedBatch } from "@wellhead/sdk";
import { nameColumns, type OpenedStream } from "@wellhead/sql";
import { nativeColumns } from "../encode/native-columns.js";
import { explainError } from "../errors/explain-error.js";
import { encodeLines } from "./encode-lines.js";
import { encodeNative } from "./encode-native.js";
import { readNative } from "./read-native.js";
import { readRows } from "./read-rows.js";
import { startRows } from "./server-rows.js";
import { type PreparedAt, Servers } from "./servers.js";
import type { StreamJob } from "./stream-job.js";

/** Runs a statement that a server has analysed, and reads its rows in one form. */
type ReadBlocks<Block> = (at: PreparedAt) => Promise<AsyncGenerator<Block>>;

/** Rows of a server, of which the first ones have arrived. */
interface StartedRows<Block> {
  readonly first: IteratorResult<Block>;
  readonly blocks: AsyncGenerator<Block>;
  /** Ends the connection, and the statement if it still runs. */
  readonly end: () => Promise<void>;
}

/**
 * Opens the rows of a statement on a dedicated connection, which is closed after the last row. The statement runs when the
 * form of its rows is known. When a server is lost before it has sent a row, the next one runs the statement.
 *
 * @param job - The statement and where to run it
 * @param signal - Cancels the statement and closes the connection
 * @returns Rows that are read on demand
 * @throws ConnectorError explained for the person who made the filter
 */
export async function openRows(job: StreamJob, signal: AbortSignal): Promise<OpenedStream> {
  const servers = new Servers(job, signal);
  const { columns } = await servers.run(({ prepared }) => Promise.resolve(prepared));
  const server = columns.map(({ name }) => name);
  const names = { server, shown: nameColumns(server) };
  const { skip, limit } = job;
  const { action } = job.errorContext;
  const startLines = () => start(servers, readLines);
  // The caller of a statement that reads files tells errors of the server by when they occur.
  const started = job.begin.readsFiles ? await startLines() : undefined;
  const native = nativeColumns(columns, names.shown);
  return {
    columns: names.shown,
    encode: (encoding) =>
      encodeBlocks(
        job,
        () => (started === undefined ? startLines() : Promise.resolve(started)),
        (blocks) => encodeLines(blocks, { encoding, names, skip, limit, action }),
      ),
    ...(native !== undefined && {
      encodeArrow: () => ({
        types: () => native.map(({ type }) => type),
        batches: encodeBlocks(
          job,
          () =>
            start(servers, async (at) =>
              readNative(await startRows(at, "Native"), at.prepared.columns, native),
            ),
          (blocks) => encodeNative(blocks, { columns: native, skip, limit, action }),
        ),
      }),
    }),
  };
}

async function readLines(at: PreparedAt) {
  return readRows(await startRows(at, "JSONEachRow"));
}

function start<Block>(servers: Servers, read: ReadBlocks<Block>): Promise<StartedRows<Block>> {
  return servers.run(async (at) => {
    const blocks = at.job.limit === 0 ? noBlocks<Block>() : await read(at);
    return { blocks, first: await blocks.next(), end: at.end };
  });
}

async function* encodeBlocks<Block>(
  { errorContext }: StreamJob,
  startBlocks: () => Promise<StartedRows<Block>>,
  encode: (blocks: AsyncIterable<Block>) => AsyncIterable<EncodedBatch>,
): AsyncGenerator<EncodedBatch> {
  const { first, blocks, end } = await startBlocks();
  try {
    yield* encode(allBlocks(first, blocks));
  } catch (error) {
    throw explainError(error, errorContext);
  } finally {
    await end();
  }
}

async function* allBlocks<Block>(
  first: IteratorResult<Block>,
  blocks: AsyncGenerator<Block>,
): AsyncGenerator<Block> {
  if (first.done === true) return;
  yield first.value;
  yield* blocks;
}

async function* noBlocks<Block>(): AsyncGenerator<Block> {}
