import { types } from "node:util";
import { ConnectorError, type EncodedBatch, type Row } from "@wellhead/sdk";

/**
 * Checks that a value a source yielded is a batch of rows.
 *
 * @param batch - Any value that the source yielded
 * @returns The batch; `undefined` when it is empty
 * @throws ConnectorError `internal` when it is not an array, or when a batch that had to be copied has a hole
 */
export function checkRowBatch(batch: unknown): readonly Row[] | undefined {
  if (!Array.isArray(batch)) {
    throw new ConnectorError(
      "internal",
      `Could not read the rows: expected batches that are arrays of rows, got ${typeof batch}.`,
    );
  }
  const plain = isPlainArray(batch)
    ? batch
    : Array.from({ length: batch.length }, (_, index) => at(batch, index));
  // The rows themselves are checked individually when they are written.
  return plain.length === 0 ? undefined : (plain as readonly Row[]);
}

/** Returns whether all ways to read an array yield the same rows. A proxy or a custom iterator may yield others. */
function isPlainArray(batch: readonly unknown[]): boolean {
  const isOwn = (name: string | symbol): boolean => Object.hasOwn(batch, name);
  if (types.isProxy(batch) || Object.getPrototypeOf(batch) !== Array.prototype) return false;
  return !isOwn(Symbol.iterator) && !isOwn("slice") && !isOwn("constructor");
}

function at(batch: readonly unknown[], index: number): unknown {
  const row = batch[index];
  // Stops at the first hole: with a false `length`, the copy could continue for billions of rows.
  if (row === undefined) throw new ConnectorError("internal", "Could not read the rows: a batch has a hole.");
  return row;
}

/**
 * Checks that a value a source yielded is a batch of encoded rows.
 *
 * @param batch - Any value that the source yielded
 * @returns The batch; `undefined` when it is empty
 * @throws ConnectorError `internal` when it has no bytes or no row count
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
    "Could not read the rows: expected batches of bytes with a number of rows, got another value.",
  );
}

/**
 * Checks that the value a source returned is an async iterable.
 *
 * @param rows - Any value that the source returned
 * @returns The same value
 * @throws ConnectorError `internal` when it is not
 */
export function checkBatches(rows: unknown): AsyncIterable<unknown> {
  if (isAsyncIterable(rows)) return rows;
  throw new ConnectorError(
    "internal",
    `Could not read the rows: expected an array of rows or batches of them, got ${rows === null ? "null" : typeof rows}.`,
  );
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}
