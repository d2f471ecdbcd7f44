import { StreamFault } from "./stream-fault.js";

/** Complete rows of a stream: the bytes, and where each row starts and ends in them. */
export interface ScannedRows {
  /**
   * Part of the scanner's own buffer: valid only until the next bytes are pushed, so callers that keep it must copy it.
   */
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
const openArray = 0x5b;
const closeArray = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

type Place = "before array" | "before row" | "in row" | "after row" | "after array";

/**
 * Finds the rows of a JSON array in the bytes of a stream, without waiting for its end. The content of the rows is not
 * validated.
 */
export class RowScanner {
  #bytes = new Uint8Array(64 * 1_024);
  #length = 0;
  #position = 0;
  #place: Place = "before array";
  #rowStart = 0;
  #depth = 0;
  #inText = false;
  #rows = 0;
  #commaPending = false;
  #consumed = 0;

  /** Whether the array has been closed. */
  get isWhole(): boolean {
    return this.#place === "after array";
  }

  /**
   * Processes the next bytes.
   *
   * @returns The rows that the bytes completed
   * @throws StreamFault when the bytes are not an array of objects
   */
  push(chunk: Uint8Array): ScannedRows {
    this.#release();
    this.#append(chunk);
    const starts: number[] = [];
    const ends: number[] = [];
    while (this.#position < this.#length) {
      if (this.#place === "in row") {
        if (!this.#skipToRowEnd()) break;
        starts.push(this.#rowStart);
        ends.push(this.#position);
      } else this.#step();
    }
    return this.#take(starts, ends);
  }

  #append(chunk: Uint8Array): void {
    if (this.#length + chunk.length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + chunk.length));
      larger.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = larger;
    }
    this.#bytes.set(chunk, this.#length);
    this.#length += chunk.length;
  }

  /** Processes one byte between rows. */
  #step(): void {
    const byte = this.#bytes[this.#position] ?? 0;
    if (isSpace(byte) || this.#isByteOrderMark(byte)) {
      this.#position += 1;
      return;
    }
    if (this.#place === "before array") this.#expect(byte === openArray, "wanted an array of rows");
    else if (this.#place === "after array") this.#expect(false, "wanted nothing after the array");
    if (this.#place === "before array") this.#place = "before row";
    else if (byte === closeArray && !this.#commaPending) this.#place = "after array";
    else if (this.#place === "after row") {
      this.#expect(byte === comma, "wanted a comma or the end of the array");
      this.#commaPending = true;
      this.#place = "before row";
    } else {
      this.#expect(byte === openObject, "wanted an object");
      this.#commaPending = false;
      this.#rowStart = this.#position;
      this.#place = "in row";
      return;
    }
    this.#position += 1;
  }

  #isByteOrderMark(byte: number): boolean {
    return (
      this.#place === "before array" &&
      this.#position < 3 &&
      (byte === 0xef || byte === 0xbb || byte === 0xbf)
    );
  }

  /** Skips to the end of the row; returns `false` when it has not arrived yet. */
  #skipToRowEnd(): boolean {
    const bytes = this.#bytes;
    const length = this.#length;
    let position = this.#position;
    let depth = this.#depth;
    let inText = this.#inText;
    while (position < length) {
      const byte = bytes[position];
      if (inText) {
        if (byte === backslash) {
          if (position + 1 >= length) break;
          position += 1;
        } else if (byte === quote) inText = false;
      } else if (byte === quote) inText = true;
      else if (byte === openObject || byte === openArray) depth += 1;
      else if (byte === closeObject || byte === closeArray) {
        depth -= 1;
        if (depth === 0) {
          this.#endRow(position + 1);
          return true;
        }
      }
      position += 1;
    }
    this.#position = position;
    this.#depth = depth;
    this.#inText = inText;
    return false;
  }

  #endRow(position: number): void {
    this.#position = position;
    this.#depth = 0;
    this.#inText = false;
    this.#rows += 1;
    this.#place = "after row";
  }

  #take(starts: readonly number[], ends: readonly number[]): ScannedRows {
    const first = starts[0] ?? 0;
    this.#consumed = this.#place === "in row" ? this.#rowStart : this.#position;
    return {
      bytes: this.#bytes.subarray(first, ends.at(-1) ?? first),
      starts: starts.map((start) => start - first),
      ends: ends.map((end) => end - first),
    };
  }

  /** Releases the bytes of the rows returned last, which makes room for new ones. */
  #release(): void {
    this.#bytes.copyWithin(0, this.#consumed, this.#length);
    this.#length -= this.#consumed;
    this.#position -= this.#consumed;
    this.#rowStart -= this.#consumed;
    this.#consumed = 0;
  }

  #expect(holds: boolean, wanted: string): void {
    if (holds) return;
    const found = new TextDecoder().decode(
      this.#bytes.subarray(this.#position, Math.min(this.#length, this.#position + 40)),
    );
    const place = this.#rows === 0 ? "at the beginning" : `after row ${this.#rows}`;
    throw new StreamFault(`The answer is no JSON array of rows: found "${found}" ${place}, ${wanted}`);
  }
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
}
