import { Buffer } from "node:buffer";
import { ArrowCellWriter, ArrowRowError, type ArrowType } from "@wellhead/rows";
import { upstreamInvalid } from "@wellhead/sdk";
import { type BatchWriter, encodeBatches, notUtf8 } from "./encode-rows.js";
import type { ArrowOfServer, RowBytes, RowsOfServer } from "./rows-of-server.js";
import type { ArrowBatches } from "./serve-streams.js";

/**
 * Runs a statement and writes its rows as record batches of Arrow, from the bytes of the server. The connection is used as
 * for text.
 *
 * @param rows - The rows
 * @param arrow - How they are written
 * @returns The record batches, and their types
 */
export function encodeArrow(rows: RowsOfServer, arrow: ArrowOfServer): ArrowBatches {
  let types = arrow.columns.map(({ type }) => type);
  const start = async () =>
    new BatchCollector(rows, new ArrowCellWriter(await arrow.start()), (found) => {
      types = [...found];
    });
  return { types: () => types, batches: encodeBatches(rows, { start }) };
}

/** Collects rows into record batches. */
class BatchCollector implements BatchWriter {
  readonly #server: RowsOfServer;
  readonly #onTypes: (types: readonly ArrowType[]) => void;
  #writer: ArrowCellWriter;
  /** Copies of the first rows, while the type of a column depends on them. */
  readonly #first: Buffer[] = [];
  #before = 0;

  constructor(server: RowsOfServer, writer: ArrowCellWriter, onTypes: (types: readonly ArrowType[]) => void) {
    this.#server = server;
    this.#onTypes = onTypes;
    this.#writer = writer;
    onTypes(writer.types);
  }

  get rows(): number {
    return this.#writer.rows;
  }

  get isUndecided(): boolean {
    return this.#writer.isUndecided;
  }

  fits(size: number): boolean {
    return this.#writer.fits(size);
  }

  write(row: RowBytes): void {
    if (this.#writer.isUndecided) this.#first.push(Buffer.from(row.bytes.subarray(row.start, row.end)));
    try {
      this.#server.write(this.#writer, row);
    } catch (error) {
      this.#rewrite(error);
    }
  }

  take(): { readonly bytes: Uint8Array; readonly rows: number } {
    const invalid = this.#writer.findInvalid();
    if (invalid !== undefined) {
      const row = this.#server.skip + this.#before + invalid.row + 1;
      throw notUtf8(this.#server, { row, column: invalid.column });
    }
    this.#first.splice(0);
    const batch = this.#writer.take();
    this.#before += batch.rows;
    return batch;
  }

  /** Writes the first rows again, with another type for the column that did not fit. */
  #rewrite(reason: unknown): void {
    let error = reason;
    for (let writer = this.#writer.withOther(error); writer !== undefined; writer = writer.withOther(error)) {
      this.#writer = writer;
      try {
        for (const bytes of this.#first) this.#server.write(writer, { bytes, start: 0, end: bytes.length });
        this.#onTypes(writer.types);
        return;
      } catch (error_) {
        error = error_;
      }
    }
    const explained = this.#writer.explain(error);
    throw explained instanceof ArrowRowError
      ? upstreamInvalid(explained.message, { cause: explained })
      : explained;
  }
}
