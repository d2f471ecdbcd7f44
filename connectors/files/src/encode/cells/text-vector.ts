import duckdb, { type Vector } from "@duckdb/node-bindings";
import { type ByteWriter, type ValueWriter, widestByte, widestFrame } from "@wellhead/rows";
import { detachBuffer } from "./detach-buffer.js";
import type { Nulls } from "./nulls.js";
import { vectorBytes } from "./vector-bytes.js";

/**
 * Size of a string in a vector, in bytes: its length, followed by either up to 12 bytes of text, or a prefix and an
 * address.
 */
export const stringSize: number = 16;

/** Maximum length of a string that is stored in the vector itself. */
export const inlineLength: number = 12;

/** A contiguous part of memory that holds strings. */
interface Piece {
  readonly source: Buffer;
  readonly view: DataView;
}

function piece({ buffer, byteOffset, byteLength }: Uint8Array): Piece {
  return {
    source: Buffer.from(buffer, byteOffset, byteLength),
    view: new DataView(buffer, byteOffset, byteLength),
  };
}

/**
 * The strings of a vector.
 *
 * Short strings are stored in the vector itself, long ones at an address. The engine stores the long strings of a chunk
 * consecutively, so they are fetched in few large pieces: one call per string would cost more than copying the text.
 */
export class TextVector {
  #sources: Piece[] = [];
  #sourceOf = new Uint32Array(0);
  #startOf = new Uint32Array(0);
  #words = new Uint32Array(0);

  /**
   * Loads the strings of a vector. The previous strings become invalid.
   *
   * @param vector - Vector of the engine
   * @param count - Number of strings
   * @param nulls - Which of them are NULL; a NULL has no address
   */
  load(vector: Vector, count: number, nulls: Pick<Nulls, "at">): void {
    for (const { source } of this.#sources) detachBuffer(source);
    const { buffer, offset } = vectorBytes(vector, count * stringSize);
    const words = new Uint32Array(buffer, offset, count * 4);
    this.#words = words;
    this.#sources = [piece(new Uint8Array(buffer, offset, count * stringSize))];
    if (this.#startOf.length < count) {
      this.#sourceOf = new Uint32Array(count);
      this.#startOf = new Uint32Array(count);
    }
    let pieceStart = 0;
    let pieceEnd = -1;
    let pieceRow = 0;
    const fetchPiece = (): void => {
      const from = offset + pieceRow * stringSize + 8;
      if (pieceEnd > pieceStart)
        this.#sources.push(piece(duckdb.get_data_from_pointer(buffer, from, pieceEnd - pieceStart)));
    };
    for (let row = 0; row < count; row++) {
      const length = words[row * 4] ?? 0;
      if (nulls.at(row)) continue;
      if (length <= inlineLength) {
        this.#sourceOf[row] = 0;
        this.#startOf[row] = row * stringSize + 4;
        continue;
      }
      const address = (words[row * 4 + 2] ?? 0) + (words[row * 4 + 3] ?? 0) * 2 ** 32;
      if (address !== pieceEnd) {
        fetchPiece();
        pieceStart = address;
        pieceRow = row;
      }
      this.#sourceOf[row] = this.#sources.length;
      this.#startOf[row] = address - pieceStart;
      pieceEnd = address + length;
    }
    fetchPiece();
  }

  /**
   * Writes the string of a row.
   *
   * @param row - Index of a string that is not NULL
   * @param target - Writer that receives the text
   * @param write - Function that writes it
   */
  write(row: number, target: ByteWriter, write: ValueWriter): void {
    const found = this.#sources[this.#sourceOf[row] ?? 0];
    if (found !== undefined) {
      target.source = found.source;
      target.sourceView = found.view;
    }
    const start = this.#startOf[row] ?? 0;
    const length = this.#words[row * 4] ?? 0;
    target.reserve(length * widestByte + widestFrame);
    write(target, start, start + length);
  }
}
