import type { DuckDBType } from "@duckdb/node-api";
import { DuckDBTypeId } from "./duckdb.js";

/** Size of a vector's value, which is that of most types, and number of values of a vector. */
const valueBytes = 16;
const vectorSize = 2048;
/** Bytes of chunks after which garbage is made: a copy of a list that takes half of them. */
const reportedBytes = 2 ** 17;
const copied = Array.from({ length: reportedBytes / 2 / 8 }, () => 0);

let unreported = 0;

/**
 * Estimates the memory that a chunk keeps after its text has been returned to the engine.
 *
 * @param types - Types of its columns
 * @returns Number of bytes
 */
export function chunkBytes(types: readonly DuckDBType[]): number {
  return types.reduce((sum, type) => sum + vectorsOf(type), 0) * vectorSize * valueBytes;
}

/** Returns the number of vectors of a type. A list has one for its items, which are assumed to be one per value. */
function vectorsOf(type: DuckDBType): number {
  switch (type.typeId) {
    case DuckDBTypeId.LIST:
      return 1 + vectorsOf(type.valueType);
    case DuckDBTypeId.ARRAY:
      return type.length * vectorsOf(type.valueType);
    case DuckDBTypeId.MAP:
      return 1 + vectorsOf(type.keyType) + vectorsOf(type.valueType);
    case DuckDBTypeId.STRUCT:
      return type.entryTypes.reduce((sum, entry) => sum + vectorsOf(entry), 0);
    default:
      return 1;
  }
}

/**
 * Makes the garbage collector look for unused chunks. The engine's binding frees a chunk only when the collector has found
 * that it is not used any more, and the collector does not know how large it is: without this, hundreds of megabytes wait
 * for it. So garbage in proportion to a chunk is made. When the young generation is full of it, usually 16 MiB, the collector
 * looks at what is used of it, which takes a millisecond. If it knew of the size of the chunks, it would look at all memory.
 *
 * @param bytes - Size of a chunk
 */
export function reportChunk(bytes: number): void {
  unreported += bytes;
  for (; unreported >= reportedBytes; unreported -= reportedBytes) copied.slice();
}
