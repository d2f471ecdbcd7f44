import { types } from "node:util";
import { ConnectorError, type EncodedBatch, type Row } from "@wellhead/sdk";

/**
 * Checks that what a source yielded is a batch of rows.
 *
 * @param batch - Whatever the source yielded
 * @returns The batch, `undefined` when it is empty
 * @throws ConnectorError `internal` when it is no array
 */
export function checkRowBatch(batch: unknown): readonly Row[] | undefined {
  if (!Array.isArray(batch)) {
    throw new ConnectorError(
      "internal",
      `Read rows: found ${typeof batch}, wanted batches that are arrays of rows`,
    );
  }
  const plain = isPlainArray(batch)
    ? batch
    : Array.from({ length: batch.length }, (_, index) => at(batch, index));
  // The rows themselves are checked one by one when they are written.
  return plain.length === 0 ? undefined : (plain as readonly Row[]);
}

/** Whether every reader of an array sees the same rows: a proxy, or an iterator of its own, may say otherwise. */
function isPlainArray(batch: readonly unknown[]): boolean {
  const isOwn = (name: string | symbol): boolean => Object.hasOwn(batch, name);
  if (types.isProxy(batch) || Object.getPrototypeOf(batch) !== Array.prototype) return false;
  return !isOwn(Symbol.iterator) && !isOwn("slice") && !isOwn("constructor");
}

function at(batch: readonly unknown[], index: number): unknown {
  const row = batch[index];
  // A length that is not true would be waited for row by row.
  if (row === undefined)
    throw new ConnectorError("internal", "Read rows: found a hole in a batch, wanted rows");
  return row;
}

/**
 * Checks that what a source yielded is a batch of written rows.
 *
 * @param batch - Whatever the source yielded
 * @returns The batch, `undefined` when it is empty
 * @throws ConnectorError `internal` when it has no bytes or no count
 */
export function checkEncodedBatch(batch: unknown): EncodedBatch | undefined {
  if (typeof batch === "object" && batch !== null && "bytes" in batch && "rows" in batch) {
    const { bytes, rows } = batch;
    if (bytes instanceof Uint8Array && typeof rows === "number") {
      if (rows <= 0 || bytes.byteLength === 0) return undefined;
      const release = "release" in batch ? batch.release : undefined;
      return typeof release === "function"
        ? { bytes, rows, release: () => void release.call(batch) }
        : { bytes, rows };
    }
  }
  throw new ConnectorError(
    "internal",
    "Read rows: found no bytes, wanted batches of bytes with a number of rows",
  );
}

/**
 * Checks that what a source answered can be read batch by batch.
 *
 * @param rows - Whatever the source answered
 * @returns The same
 * @throws ConnectorError `internal` when it cannot
 */
export function checkBatches(rows: unknown): AsyncIterable<unknown> {
  if (isAsyncIterable(rows)) return rows;
  throw new ConnectorError(
    "internal",
    `Read rows: found ${rows === null ? "null" : typeof rows}, wanted an array of rows or batches of them`,
  );
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}
