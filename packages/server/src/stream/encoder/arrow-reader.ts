import { setImmediate } from "node:timers/promises";
import type { ArrowField } from "@wellhead/rows";
import { ArrowRowError, ArrowRows, spareBuffers, withoutShared } from "@wellhead/rows";
import { type EncodedBatch, type Row, upstreamInvalid } from "@wellhead/sdk";
import type { BatchReader } from "../rows/batch-reader.js";

/** Number of rows, and of bytes, after which a record batch ends. The system takes so few bytes at once. */
const maxRows = 65_536;
const maxBytes = 2 ** 20;
/** Approximate size of the rows that are appended before other requests get a turn. */
const bytesPerTurn = 128 * 1024;
/** Number of rows of the first turn, whose size is not known, and maximum number of rows of a turn. */
const firstTurn = 100;
const maxTurn = 10_000;
/** Milliseconds without new rows after which the rows so far are sent. */
const quietMs = 25;

/** Rows to append: objects, or lines of JSON. */
export type ArrowInput = readonly Row[] | EncodedBatch;

/** Options of {@link ArrowReader}. */
export interface ArrowReaderOptions {
  readonly fields: readonly ArrowField[];
  /** The bytes that all record batches of the fields begin with, which are sent with the message before. */
  readonly shared: Uint8Array;
  /** A batch that was already read. Default: none */
  readonly first: ArrowInput | undefined;
}

/** Collects rows from a source and reads them as record batches. The first one has the first rows only. */
export class ArrowReader implements BatchReader<EncodedBatch> {
  readonly #reader: BatchReader<ArrowInput>;
  readonly #rows: ArrowRows;
  readonly #shared: Uint8Array;
  #isFirst = true;
  #turn = firstTurn;
  /** Rows of the last batch that have not been appended. */
  #left: readonly Row[] = [];
  #next: Promise<ArrowInput | undefined> | undefined;

  /**
   * @param reader - The source
   * @param options - The columns, and what was read already
   */
  constructor(reader: BatchReader<ArrowInput>, { fields, shared, first }: ArrowReaderOptions) {
    this.#reader = reader;
    this.#rows = new ArrowRows(fields);
    this.#shared = shared;
    if (first !== undefined) this.#next = Promise.resolve(first);
  }

  async next(): Promise<EncodedBatch | undefined> {
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    while (this.#rows.rows < maxRows && this.#rows.size < maxBytes) {
      if (this.#left.length > 0) {
        await this.#appendSome();
        continue;
      }
      if (this.#rows.rows > 0 && (isFirst || !(await this.#isReady()))) break;
      const input = await (this.#next ?? this.#reader.next());
      this.#next = undefined;
      if (input === undefined) break;
      if ("bytes" in input) this.#appendLines(input);
      else this.#left = input;
    }
    return this.#take();
  }

  stop(): void {
    this.#reader.stop();
  }

  #take(): EncodedBatch | undefined {
    const { rows } = this.#rows;
    if (rows === 0) return undefined;
    const bytes = this.#rows.take();
    const release = () => spareBuffers.store(bytes.buffer);
    return { bytes: withoutShared(bytes, this.#shared), rows, release };
  }

  async #appendSome(): Promise<void> {
    const rows = this.#left.slice(0, this.#turn);
    this.#left = this.#left.slice(this.#turn);
    const before = this.#rows.size;
    this.#attempt(() => this.#rows.append(rows));
    const rowBytes = Math.max(1, (this.#rows.size - before) / rows.length);
    this.#turn = Math.max(1, Math.min(maxTurn, Math.round(bytesPerTurn / rowBytes)));
    if (this.#left.length > 0) await setImmediate();
  }

  #appendLines({ bytes, release }: EncodedBatch): void {
    this.#attempt(() =>
      this.#rows.appendLines(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
    );
    release?.();
  }

  /** Whether the source has its next rows within a moment, or has ended. If it fails, the rows so far are sent first. */
  async #isReady(): Promise<boolean> {
    this.#next ??= this.#reader.next();
    const settled = this.#next.then(
      () => true,
      () => false,
    );
    let timer: NodeJS.Timeout | undefined;
    const quiet = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), quietMs);
    });
    try {
      return await Promise.race([settled, quiet]);
    } finally {
      clearTimeout(timer);
    }
  }

  #attempt(append: () => void): void {
    try {
      append();
    } catch (error) {
      throw error instanceof ArrowRowError ? upstreamInvalid(error.message, { cause: error }) : error;
    }
  }
}
