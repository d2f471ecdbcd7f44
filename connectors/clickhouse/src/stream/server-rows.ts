import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { isConnectorError, upstreamInvalid, upstreamTimeout } from "@wellhead/sdk";
import { connectionLost, type HttpResponse } from "@wellhead/sql";
import type { Connection } from "../protocol/connection.js";
import type { PreparedRows } from "./prepare-rows.js";
import type { RunningJob } from "./stream-job.js";

/** The body of a response, whose first bytes have arrived. */
export interface ServerRows {
  /** The body. It ends with an error when the connection is lost, or when the server is silent for too long. */
  readonly chunks: AsyncGenerator<Buffer>;
}

/**
 * Runs a statement and waits for its first bytes, so that a statement that fails before its first row fails here.
 *
 * @param connection - A session
 * @param prepared - The statement
 * @param job - Its limits
 * @returns Its rows
 * @throws ServerError when the server refuses it
 */
export async function startRows(
  connection: Connection,
  { sql }: PreparedRows,
  { begin, silence, errorContext }: RunningJob,
): Promise<ServerRows> {
  const response = await withinSilence(
    connection.run({
      sql: `${sql}\nformat JSONEachRow`,
      settings: connection.supported(begin.limits),
      queryId: randomUUID(),
      isCompressed: begin.isCompressed,
    }),
    { silence, action: errorContext.action },
  );
  requireEnd(response);
  const body = bodyOf(response);
  const iterator: AsyncIterator<Buffer> = body[Symbol.asyncIterator]();
  const take = () => withinSilence(iterator.next(), { silence, action: errorContext.action });
  const first = await takeChunk(take);
  return { chunks: chunksOf(first, take, connection) };
}

/** Only a response in chunks or of a known length shows whether it has arrived as a whole. */
function requireEnd({ headers }: HttpResponse): void {
  if (headers["transfer-encoding"] !== undefined || headers["content-length"] !== undefined) return;
  throw upstreamInvalid(
    "Could not read from the database: a proxy in front of it sends responses whose end cannot be recognized. Connect to the server itself.",
  );
}

function bodyOf(response: HttpResponse): Readable {
  if (response.headers["content-encoding"] !== "gzip") return response;
  const plain = createGunzip();
  response.once("error", (error) => plain.destroy(error));
  return response.pipe(plain);
}

async function* chunksOf(
  first: IteratorResult<Buffer>,
  take: () => Promise<IteratorResult<Buffer>>,
  connection: Connection,
): AsyncGenerator<Buffer> {
  let result = first;
  while (result.done !== true) {
    yield result.value;
    result = await takeChunk(take);
  }
  connection.runningId = undefined;
}

async function takeChunk(take: () => Promise<IteratorResult<Buffer>>): Promise<IteratorResult<Buffer>> {
  try {
    return await take();
  } catch (error) {
    throw isConnectorError(error) ? error : connectionLost(error);
  }
}

async function withinSilence<Value>(
  waiting: Promise<Value>,
  { silence, action }: { readonly silence: number; readonly action: string },
): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const silent = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const seconds = Math.round(silence / 1000);
      reject(upstreamTimeout(`${action}: no row arrived for ${seconds} seconds. Narrow the query.`));
    }, silence);
  });
  try {
    return await Promise.race([waiting, silent]);
  } finally {
    clearTimeout(timer);
  }
}
