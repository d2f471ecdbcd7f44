import { createHash, type Hash } from "node:crypto";
import { inputInvalid, isEncodedRows, type Position, type PositionedBatch, type Rows } from "@wellhead/sdk";
import { checkBatches, checkRowBatch } from "./batch-reader.js";
import { EncodedLines, type RowList } from "./encoded-lines.js";
import { type Batch, isPlaced, linesOf, lookAhead, type NextSegment, readSegments } from "./segments.js";

/** A position between two rows of a source, from which another request can continue. */
export interface RowPosition {
  /** The last position before it that the source knows; absent when it knows none. */
  readonly base?: Position;
  /** Number of rows between `base`, or the first row, and this position. */
  readonly rows: number;
  /** Digest of those rows. It proves that they are the same when they are read again. */
  readonly digest: string;
}

/** The position before the first row. */
const beforeAllRows: RowPosition = { rows: 0, digest: "" };

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
 * A source that knows positions is read again from the last one before it, any other source from its start.
 *
 * @param found - What `rows` of the source returned
 * @param start - Where to begin. Default: at the first row
 * @param nextSegment - Starts a source that knows the position after each row where its first segment has ended. Default:
 * only that segment is read
 * @returns The batches; one of them may be empty. Once the next one is requested, the rows of a batch may be overwritten
 * @throws ConnectorError `invalid_field` when the rows before the position are not those that were read the first time
 */
export async function* readFromPosition(
  found: Rows,
  start: RowPosition = beforeAllRows,
  nextSegment?: NextSegment,
): AsyncGenerator<PositionedRows, undefined> {
  let { base, rows: skip } = start;
  let seen = new SeenRows();
  const batches = batchesFrom(found, base, nextSegment);
  for await (const { rows, next, isLast, isSegmentEnd = false, place } of batches) {
    const skipped = rows.slice(0, skip);
    skip -= skipped.length;
    seen = seen.with(skipped);
    if (skipped.length > 0 && skip === 0 && seen.digest !== start.digest) throw changedRows();
    // Rows have disappeared.
    if (skip > 0 && isLast) throw changedRows();
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

async function* batchesFrom(
  found: Rows,
  base: Position | undefined,
  nextSegment?: NextSegment,
): AsyncGenerator<Batch> {
  if (isPlaced(found)) {
    yield* readSegments(found, nextSegment);
  } else if (isEncodedRows(found)) {
    yield* lookAhead(linesOf(found));
  } else if (Array.isArray(found)) {
    yield { rows: checkRowBatch(found) ?? [], next: undefined, isLast: true };
  } else if (hasPositions(found)) {
    yield* positionedBatches(found.from(base));
  } else {
    yield* lookAhead(objectsOf(checkBatches(found)));
  }
}

/** Rows whose source can begin at a position, such as the pages of a list. */
interface PositionedSource {
  from(position: Position | undefined): AsyncIterable<PositionedBatch<unknown>>;
}

function hasPositions(rows: Rows): rows is Rows & PositionedSource {
  return "from" in rows && typeof rows.from === "function";
}

/** A batch without a position is the last one only if no other follows, such as within the list of an item. */
async function* positionedBatches(batches: AsyncIterable<PositionedBatch<unknown>>): AsyncGenerator<Batch> {
  let held: Batch | undefined;
  for await (const { items, after } of batches) {
    if (held !== undefined) yield held;
    const batch = { rows: checkRowBatch(items) ?? [], next: after, isLast: false };
    held = after === undefined ? batch : undefined;
    if (held === undefined) yield batch;
  }
  yield { rows: [], next: undefined, ...held, isLast: true };
}

async function* objectsOf(batches: AsyncIterable<unknown>): AsyncGenerator<RowList> {
  for await (const batch of batches) {
    const rows = checkRowBatch(batch);
    if (rows !== undefined) yield rows;
  }
}
