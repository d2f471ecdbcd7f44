import type { DataChunk } from "@duckdb/node-bindings";
import type { EncodedBatch } from "@wellhead/sdk";

/** Bytes after which a batch is handed over: large enough for the socket, small enough to share the thread. */
export const batchSize: number = 256 * 1024;

/** Makes batches of rows of the engine's chunks. */
export interface ChunkEncoder {
  /**
   * Writes a chunk and gives its memory back to the engine.
   *
   * @param chunk - Chunk of the engine; columns behind those of the encoder are left aside
   * @param count - How many of its rows to write. Default: all
   * @returns Batches, each as soon as it is full; what remains is given by {@link ChunkEncoder.finish}
   */
  encode(chunk: DataChunk, count?: number): Iterable<EncodedBatch>;
  /** @returns The rows written since the last batch, if any */
  finish(): Iterable<EncodedBatch>;
}
