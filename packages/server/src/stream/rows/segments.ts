import { AsyncQueue } from "@wellhead/rows";
import { type EncodedRows, isEncodedRows, type Position, type RowPositions, type Rows } from "@wellhead/sdk";
import { checkEncodedBatch } from "./batch-reader.js";
import { EncodedLines, type RowList } from "./encoded-lines.js";

/** The rows of one batch, and where another reading can begin after them. */
export interface Batch {
  readonly rows: RowList;
  /** The position after it, if the source knows it and it is not the last. */
  readonly next: Position | undefined;
  readonly isLast: boolean;
  /** Whether the source stops after it although it has more rows. Default: false. */
  readonly isSegmentEnd?: boolean;
  /** Returns the position after a number of rows, from 1. Absent where the source knows only the one after all. */
  readonly place?: (count: number) => Position;
}

/** Rows of a source that knows the position after each row. */
export type PlacedRows = EncodedRows & { readonly positions: RowPositions };

/**
 * Starts the source again.
 *
 * @param after - The position after the last row of the previous segment
 * @param bytes - Size of the previous segment
 * @returns The rows of the next segment
 */
export type NextSegment = (after: Position, bytes: number) => Promise<Rows>;

/**
 * Reads the rows of a source segment by segment. While the second half of a segment is taken, the next one is started, so
 * that nobody has to wait for a connection and a statement.
 *
 * @param found - Rows of the first segment
 * @param nextSegment - Starts the next segment. Default: only the first one is read
 * @returns The batches, with the position after each row
 * @throws Whatever the source throws, after the rows before it
 */
export async function* readSegments(found: PlacedRows, nextSegment?: NextSegment): AsyncGenerator<Batch> {
  let segment: Segment | undefined = new Segment(found);
  let following: Promise<Segment | undefined> | undefined;
  try {
    while (segment !== undefined) {
      const { maxRows, end }: Segment = segment;
      let taken = 0;
      for (let batch = await segment.take(); batch !== undefined; batch = await segment.take()) {
        taken += batch.rows.length;
        if (taken >= maxRows / 2 && following === undefined) {
          following = startAfter(end, nextSegment);
          // The rows before it are still to be taken, so its failure must not count as unhandled.
          following.catch(() => undefined);
        }
        yield { ...batch, isSegmentEnd: batch.isSegmentEnd === true && nextSegment === undefined };
      }
      segment = await (following ?? startAfter(end, nextSegment));
      following = undefined;
    }
  } finally {
    segment?.stop();
    following?.then(
      (started) => started?.stop(),
      () => undefined,
    );
  }
}

async function startAfter(
  end: Segment["end"],
  nextSegment: NextSegment | undefined,
): Promise<Segment | undefined> {
  const { after, bytes } = await end;
  if (after === undefined || nextSegment === undefined) return undefined;
  const rows = await nextSegment(after, bytes);
  if (!isPlaced(rows))
    throw new TypeError("Could not continue the rows: the source no longer has positions.");
  return new Segment(rows);
}

/**
 * @param rows - Rows as a source returned them
 * @returns Whether the source knows the position after each row
 */
export function isPlaced(rows: Rows): rows is PlacedRows {
  return isEncodedRows(rows) && rows.positions !== undefined;
}

/** Where a segment ended. */
interface SegmentEnd {
  /** The position after its last row; `undefined` when there are no more rows, or the source failed. */
  readonly after: Position | undefined;
  /** Size of its rows. */
  readonly bytes: number;
}

/** Approximate maximum size of the rows that are read before they are requested, in bytes. */
const maxPrefetchedBytes = 4 * 1024 * 1024;

/**
 * The rows up to a position. They are read while pages are taken, so that a database does not wait for its reader, which
 * would lock it for a long time.
 */
class Segment {
  readonly maxRows: number;
  /** Resolves when all rows have been read. */
  readonly end: Promise<SegmentEnd>;
  readonly #queue = new AsyncQueue<Batch>({ maxSize: maxPrefetchedBytes, sizeOf: bytesOf });

  constructor(rows: PlacedRows) {
    this.maxRows = rows.positions.maxRows;
    this.end = this.#read(placedBatches(lookAhead(linesOf(rows)), rows.positions)).catch((error: unknown) => {
      this.#queue.end({ error });
      return { after: undefined, bytes: 0 };
    });
  }

  take(): Promise<Batch | undefined> {
    return this.#queue.take();
  }

  stop(): void {
    this.#queue.end();
  }

  async #read(batches: AsyncIterable<Batch>): Promise<SegmentEnd> {
    let bytes = 0;
    let after: Position | undefined;
    for await (const batch of batches) {
      bytes += bytesOf(batch);
      after = batch.next;
      this.#queue.put(batch);
      await this.#queue.room();
      if (this.#queue.isEnded) break;
    }
    this.#queue.end();
    return { after, bytes };
  }
}

function bytesOf({ rows }: Batch): number {
  return rows instanceof EncodedLines ? rows.endOf(rows.length - 1) - rows.startOf(0) : 0;
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
    const [row] = rows.slice(count - 1, count);
    return columns.map((column) => String(row?.[column]));
  };
  return { rows, place, next: ends.isLast || rows.length === 0 ? undefined : place(rows.length), ...ends };
}

/**
 * @param rows - Encoded rows
 * @returns Their batches that are not empty
 */
export async function* linesOf(rows: EncodedRows): AsyncGenerator<EncodedLines> {
  for await (const batch of rows.encode({ format: "json", separator: "\n" })) {
    const checked = checkEncodedBatch(batch);
    if (checked !== undefined) yield EncodedLines.of(checked, rows.columns);
  }
}

/**
 * Reads one batch ahead, so that the last one is known.
 *
 * @param batches - Batches that are not empty
 * @returns The batches; a single empty one when there is none
 */
export async function* lookAhead(batches: AsyncIterable<RowList>): AsyncGenerator<Batch> {
  let held: RowList = [];
  for await (const rows of batches) {
    if (held.length > 0) yield { rows: held, next: undefined, isLast: false };
    held = rows;
  }
  yield { rows: held, next: undefined, isLast: true };
}
