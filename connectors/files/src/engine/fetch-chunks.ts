import { setImmediate } from "node:timers/promises";
import type { DuckDBDataChunk, DuckDBResult } from "@duckdb/node-api";
import { AsyncQueue } from "@wellhead/rows";
import { chunkBytes, reportChunk } from "./chunk-memory.js";
import type { Session } from "./session.js";

/** Number of prefetched chunks, so that the engine works while the current chunk is written. */
const prefetchedChunks = 2;

/** Milliseconds after which other work gets its turn on the thread. */
const slice = 5;

/**
 * Fetches the chunks of a result, and prefetches some while the caller processes the current one.
 *
 * @param session - Session the result belongs to
 * @param result - A streaming result
 * @returns The chunks in order
 */
export async function* fetchChunks(session: Session, result: DuckDBResult): AsyncGenerator<DuckDBDataChunk> {
  const queue = new AsyncQueue<DuckDBDataChunk>({ maxSize: prefetchedChunks });
  void fill(queue, session, result);
  try {
    let turn = performance.now();
    for (let chunk = await queue.take(); chunk !== undefined; chunk = await queue.take()) {
      yield chunk;
      if (performance.now() - turn < slice) continue;
      await setImmediate();
      turn = performance.now();
    }
  } finally {
    queue.end();
  }
}

/** Fills the queue, and waits while it is full. A failure ends the queue and is thrown to the consumer. */
async function fill(
  queue: AsyncQueue<DuckDBDataChunk>,
  session: Session,
  result: DuckDBResult,
): Promise<void> {
  const bytes = chunkBytes(result.columnTypes());
  try {
    while (!queue.isEnded) {
      const chunk = await session.run(() => result.fetchChunk());
      if (chunk === null || chunk.rowCount === 0) break;
      reportChunk(bytes);
      queue.put(chunk);
      await queue.room();
    }
    queue.end();
  } catch (error) {
    queue.end({ error });
  }
}
