import type { DataChunk } from "@duckdb/node-bindings";
import type { EncodedBatch } from "@wellhead/sdk";

/**
 * Size in bytes at which a batch is emitted: large enough for efficient socket writes, small enough to share the
 * thread.
 */
export const batchSize: number = 256 * 1024;

/** Encodes the engine's chunks as batches of rows. */
export interface ChunkEncoder {
  /**
   * Writes a chunk and returns its memory to the engine.
   *
   * @param chunk - Chunk of the engine; columns after those of the encoder are ignored
   * @param count - Number of its rows to write. Default: all
   * @returns Batches, each as soon as it is full; {@link ChunkEncoder.finish} returns the remaining rows
   */
  encode(chunk: DataChunk, count?: number): Iterable<EncodedBatch>;
  /** @returns The rows written since the last batch, if any */
  finish(): Iterable<EncodedBatch>;
}
