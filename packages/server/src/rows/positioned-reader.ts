import { createHash, type Hash } from "node:crypto";
import { AsyncQueue } from "@wellhead/rows";
import {
  type EncodedRows,
  inputInvalid,
  isEncodedRows,
  type Position,
  type PositionedBatch,
  type Row,
  type RowPositions,
  type Rows,
} from "@wellhead/sdk";
import { checkBatches, checkEncodedBatch, checkRowBatch } from "./batch-reader.js";
import { EncodedLines } from "./encoded-lines.js";

/** A position between two rows of a source, from which another request can continue. */
export interface RowPosition {
  /** The last position before it that the source knows; absent when it knows none. */
  readonly base?: Position;
  /** Number of rows between `base`, or the first row, and this position. */
  readonly rows: number;
  /** Digest of those rows. It proves that they are the same when they are read again. */
  readonly digest: string;
}

/** Rows as the source returns them: objects, or encoded. */
export type RowList = readonly Row[] | EncodedLines;

/** The rows of one batch. */
export interface PositionedRows {
  readonly rows: RowList;
  /** Whether there are no rows after the batch. */
  readonly isLast: boolean;
  /**
   * Whether the source stops after the batch although it has more rows, which are read from the position after the batch.
   */
  readonly isSegmentEnd: boolean;
  /**
   * @param count - Number of rows of the batch
   * @returns The position after that many of them
   */
  after(count: number): RowPosition;
}

/**
 * Reads the rows of a source from a position, and knows the position after each of them.
 *
 * Of a source that knows positions, at most one batch is read again. Any other source is read again from its start.
 *
 * @param found - What `rows` of the source returned
 * @param start - Where to begin. Default: at the first row
 * @returns The batches; one of them may be empty. Once the next one is requested, the rows of a batch may be overwritten
 * @throws ConnectorError `invalid_field` when the rows before the position are not those that were read the first time
 */
export async function* readFromPosition(found: Rows, start?: RowPosition): AsyncGenerator<PositionedRows> {
  let base = start?.base;
  let seen = new SeenRows();
  let skip = start?.rows ?? 0;
  for await (const { rows, next, isLast, isSegmentEnd = false, place } of batchesFrom(found, base)) {
    const skipped = rows.slice(0, skip);
    skip -= skipped.length;
    seen = seen.with(skipped);
    if (skipped.length > 0 && skip === 0 && seen.digest !== start?.digest) throw changedRows();
    // The position is in this batch or at its end, unless rows have disappeared.
    if (skip > 0 && (isLast || next !== undefined)) throw changedRows();
    // A position before the start would be one of the page before.
    if (skip === 0) {
      const fresh = rows.slice(skipped.length);
      const after = positionAfter({ base, seen, rows: fresh, next, place });
      yield { rows: fresh, isLast, isSegmentEnd, after };
      if (next === undefined) seen = seen.with(fresh);
      else [base, seen] = [next, new SeenRows()];
    }
    if (rows instanceof EncodedLines) rows.release();
  }
}

function changedRows(): Error {
  return inputInvalid(
    "Could not read the next page: the source no longer returns the rows of the pages before it. Start the synchronization again.",
    { field: "pagination" },
  );
}

interface BatchPlace {
  readonly base: Position | undefined;
  readonly seen: SeenRows;
  readonly rows: RowList;
  readonly next: Position | undefined;
  readonly place: Batch["place"];
}

function positionAfter({ base, seen, rows, next, place }: BatchPlace): PositionedRows["after"] {
  return (count) => {
    if (place !== undefined && count > 0) return { base: place(count), rows: 0, digest: "" };
    if (next !== undefined && count === rows.length) return { base: next, rows: 0, digest: "" };
    const all = seen.with(rows.slice(0, count));
    return { ...(base !== undefined && { base }), rows: all.count, digest: all.digest };
  };
}

/** Rows that were read since a position, as a digest. */
class SeenRows {
  readonly count: number;
  readonly #hash: Hash;

  constructor(hash: Hash = createHash("sha256"), count = 0) {
    this.#hash = hash;
    this.count = count;
  }

  get digest(): string {
    return this.count === 0 ? "" : this.#hash.copy().digest("base64url");
  }

  with(rows: RowList): SeenRows {
    if (rows.length === 0) return this;
    const hash = this.#hash.copy();
    if (rows instanceof EncodedLines) {
      hash.update(rows.bytes.subarray(rows.startOf(0), rows.endOf(rows.length - 1))).update("\n");
    } else for (const row of rows) hash.update(`${JSON.stringify(row, textOfBigint)}\n`);
    return new SeenRows(hash, this.count + rows.length);
  }
}

function textOfBigint(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? `${value}` : value;
}

interface Batch {
  readonly rows: RowList;
  /** The position after it, if the source knows it and it is not the last. */
  readonly next: Position | undefined;
  readonly isLast: boolean;
  /** Default: false. */
  readonly isSegmentEnd?: boolean;
  /** Returns the position after a number of rows, from 1. Absent where the source knows only the one after all. */
  readonly place?: (count: number) => Position;
}

async function* batchesFrom(found: Rows, base: Position | undefined): AsyncGenerator<Batch> {
  if (isEncodedRows(found)) {
    const { positions } = found;
    if (positions === undefined) yield* lookAhead(linesOf(found));
    else yield* placedBatches(lookAhead(prefetched(linesOf(found))), positions);
  } else if (Array.isArray(found)) {
    yield { rows: checkRowBatch(found) ?? [], next: undefined, isLast: true };
  } else if (hasPositions(found)) {
    yield* positionedBatches(found.from(base));
  } else {
    yield* lookAhead(objectsOf(checkBatches(found)));
  }
}

/** Adds the positions of rows that have them in columns of their own, up to the last row of the segment. */
async function* placedBatches(
  batches: AsyncIterable<Batch>,
  { columns, maxRows }: RowPositions,
): AsyncGenerator<Batch> {
  let count = 0;
  let last: RowList | undefined;
  for await (const { rows, isLast } of batches) {
    const before = count;
    count += rows.length;
    if (count < maxRows) yield placed(rows, columns, { isLast });
    // All other rows are read before the last rows of the segment are returned, because only then is it known whether
    // the source failed.
    else last ??= rows.slice(0, maxRows - before);
  }
  if (last !== undefined) yield placed(last, columns, { isLast: count <= maxRows, isSegmentEnd: true });
}

function placed(
  rows: RowList,
  columns: readonly string[],
  ends: Pick<Batch, "isLast" | "isSegmentEnd">,
): Batch {
  const place = (count: number): Position => {
    const row = rows instanceof EncodedLines ? rows.row(count - 1) : rows[count - 1];
    return columns.map((column) => String(row?.[column]));
  };
  return { rows, place, next: ends.isLast || rows.length === 0 ? undefined : place(rows.length), ...ends };
}

/** Rows whose source can begin at a position, such as the pages of a list. */
interface PositionedSource {
  from(position: Position | undefined): AsyncIterable<PositionedBatch<unknown>>;
}

function hasPositions(rows: Rows): rows is Rows & PositionedSource {
  return "from" in rows && typeof rows.from === "function";
}

async function* positionedBatches(batches: AsyncIterable<PositionedBatch<unknown>>): AsyncGenerator<Batch> {
  let isEnded = false;
  for await (const { items, after } of batches) {
    isEnded = after === undefined;
    yield { rows: checkRowBatch(items) ?? [], next: after, isLast: isEnded };
  }
  if (!isEnded) yield { rows: [], next: undefined, isLast: true };
}

/** Reads one batch ahead, so that the last one is known. */
async function* lookAhead(batches: AsyncIterable<RowList>): AsyncGenerator<Batch> {
  let held: RowList = [];
  for await (const rows of batches) {
    if (held.length > 0) yield { rows: held, next: undefined, isLast: false };
    held = rows;
  }
  yield { rows: held, next: undefined, isLast: true };
}

async function* objectsOf(batches: AsyncIterable<unknown>): AsyncGenerator<RowList> {
  for await (const batch of batches) {
    const rows = checkRowBatch(batch);
    if (rows !== undefined) yield rows;
  }
}

async function* linesOf(rows: EncodedRows): AsyncGenerator<EncodedLines> {
  for await (const batch of rows.encode({ format: "json", separator: "\n" })) {
    const checked = checkEncodedBatch(batch);
    if (checked !== undefined) yield EncodedLines.of(checked, rows.columns);
  }
}

/** Approximate maximum size of the rows that are read before they are requested, in bytes. */
const maxPrefetchedBytes = 4 * 1024 * 1024;

/**
 * Continues to read while pages are taken, so that a database does not wait for its reader, which would lock it for a
 * long time.
 */
async function* prefetched(batches: AsyncIterable<EncodedLines>): AsyncGenerator<EncodedLines> {
  const queue = new AsyncQueue<EncodedLines>({
    maxSize: maxPrefetchedBytes,
    sizeOf: ({ bytes }) => bytes.length,
  });
  const read = async (): Promise<void> => {
    for await (const lines of batches) {
      queue.put(lines);
      await queue.room();
      if (queue.isEnded) return;
    }
  };
  read().then(
    () => queue.end(),
    (error: unknown) => queue.end({ error }),
  );
  try {
    for (let lines = await queue.take(); lines !== undefined; lines = await queue.take()) yield lines;
  } finally {
    queue.end();
  }
}
