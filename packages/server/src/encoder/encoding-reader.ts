import type { EncodedBatch, Row } from "@wellhead/sdk";
import type { BatchReader } from "../rows/batch-reader.js";

/** Target size of a chunk in bytes: large enough to be efficient, small enough to let other requests run in between. */
const targetBytes = 128 * 1024;

/** Serializes batches of rows in one format. */
export interface BatchWriter {
  /**
   * Serializes rows.
   *
   * @param rows - The rows
   * @returns Their text, joined by the format's separator
   * @throws ConnectorError when a row cannot be serialized
   */
  write(rows: readonly Row[]): string;
}

/** Encodes batches of rows. A large batch is encoded in several chunks, so that it does not block other requests. */
export class EncodingReader implements BatchReader<EncodedBatch> {
  readonly #reader: BatchReader<readonly Row[]>;
  readonly #writer: BatchWriter;
  #batch: readonly Row[] = [];
  #next = 0;
  #size = 100;

  /**
   * @param reader - Batches of rows
   * @param writer - Serializes them
   * @param first - A batch that was already read. Default: none
   */
  constructor(reader: BatchReader<readonly Row[]>, writer: BatchWriter, first: readonly Row[] = []) {
    this.#reader = reader;
    this.#writer = writer;
    this.#batch = first;
  }

  async next(): Promise<EncodedBatch | undefined> {
    if (this.#next >= this.#batch.length) {
      const batch = await this.#reader.next();
      if (batch === undefined) return undefined;
      this.#batch = batch;
      this.#next = 0;
    }
    return this.#encode();
  }

  stop(): void {
    this.#reader.stop();
  }

  #encode(): EncodedBatch {
    const end = this.#next + this.#size;
    const whole = this.#next === 0 && end >= this.#batch.length;
    const rows = whole ? this.#batch : this.#batch.slice(this.#next, end);
    this.#next = end;
    if (this.#next >= this.#batch.length) this.#batch = [];
    const bytes = Buffer.from(this.#writer.write(rows));
    this.#size = Math.max(1, Math.min(10_000, Math.round((rows.length * targetBytes) / bytes.byteLength)));
    return { bytes, rows: rows.length };
  }
}
