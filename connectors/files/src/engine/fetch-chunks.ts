import { setImmediate } from "node:timers/promises";
import type { DuckDBDataChunk, DuckDBResult } from "@duckdb/node-api";
import type { Session } from "./session.js";

/** Chunks fetched ahead, so that the engine works while the last one is written. */
const ahead = 2;

/** Milliseconds after which others get their turn on the thread. */
const slice = 5;

/**
 * Fetches the chunks of a result, some ahead of the one in hand.
 *
 * @param session - Session the result belongs to
 * @param result - A streaming result
 * @returns The chunks in order
 */
export async function* fetchChunks(session: Session, result: DuckDBResult): AsyncGenerator<DuckDBDataChunk> {
  const queue = new ChunkQueue(session, result);
  try {
    let turn = performance.now();
    for (let chunk = await queue.next(); chunk !== undefined; chunk = await queue.next()) {
      yield chunk;
      if (performance.now() - turn < slice) continue;
      await setImmediate();
      turn = performance.now();
    }
  } finally {
    queue.stop();
  }
}

/** A bounded queue that a loop of its own fills. */
class ChunkQueue {
  readonly #chunks: DuckDBDataChunk[] = [];
  #ended = false;
  #failure: Error | undefined;
  #waiting: (() => void) | undefined;

  constructor(session: Session, result: DuckDBResult) {
    // Never rejects: a failure is kept for the reader.
    void this.#fill(session, result);
  }

  async next(): Promise<DuckDBDataChunk | undefined> {
    while (this.#chunks.length === 0 && !this.#ended) await this.#change();
    const chunk = this.#chunks.shift();
    this.#wake();
    if (chunk === undefined && this.#failure !== undefined) throw this.#failure;
    return chunk;
  }

  stop(): void {
    this.#ended = true;
    this.#wake();
  }

  async #fill(session: Session, result: DuckDBResult): Promise<void> {
    try {
      while (!this.#ended) {
        const chunk = await session.run(() => result.fetchChunk());
        if (chunk === null || chunk.rowCount === 0) break;
        this.#chunks.push(chunk);
        this.#wake();
        while (this.#chunks.length >= ahead && !this.#ended) await this.#change();
      }
    } catch (error) {
      this.#failure = error instanceof Error ? error : new Error(String(error));
    }
    this.#ended = true;
    this.#wake();
  }

  /** Waits until the other side has done something. */
  #change(): Promise<void> {
    // Both sides never wait at once: one waits for a chunk, the other for room.
    return new Promise((resolve) => {
      this.#waiting = resolve;
    });
  }

  #wake(): void {
    this.#waiting?.();
    this.#waiting = undefined;
  }
}
