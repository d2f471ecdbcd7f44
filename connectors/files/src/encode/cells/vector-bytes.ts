import duckdb, { type Vector } from "@duckdb/node-bindings";

/** The values of a vector as bytes, at an offset that is aligned for typed arrays of any width. */
export interface VectorBytes {
  readonly buffer: ArrayBuffer;
  readonly offset: number;
}

/**
 * Copies the fixed-size part of a vector out of the engine's memory.
 *
 * @param vector - Vector of the engine
 * @param size - Number of bytes
 * @returns The copy
 */
export function vectorBytes(vector: Vector, size: number): VectorBytes {
  const data = duckdb.vector_get_data(vector, size);
  if (data.buffer instanceof ArrayBuffer && data.byteOffset % 16 === 0) {
    return { buffer: data.buffer, offset: data.byteOffset };
  }
  const copy = new Uint8Array(size);
  copy.set(data);
  return { buffer: copy.buffer, offset: 0 };
}
