import type { EncodedBatch, Row } from "@wellhead/sdk";
import type { BatchReader } from "../rows/batch-reader.js";

/** How many bytes one piece of text should have: enough to be cheap, few enough to let other requests in between. */
const targetBytes = 128 * 1024;

/** Writes batches of objects in one format. */
export interface BatchWriter {
  /**
   * Writes some rows.
   *
   * @param rows - The rows
   * @returns Their text, joined by the format's separator
   * @throws ConnectorError when a row cannot be written
   */
  write(rows: readonly Row[]): string;
}

/** Turns batches of rows into bytes, a large batch piece by piece, so that no piece holds up other requests. */
export class EncodingReader implements BatchReader<EncodedBatch> {
  readonly #reader: BatchReader<readonly Row[]>;
  readonly #writer: BatchWriter;
  #batch: readonly Row[] = [];
  #next = 0;
  #size = 100;

  /**
   * @param reader - Batches of rows
   * @param writer - Writes them
   * @param first - A batch that was read before the others. Default: none
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
