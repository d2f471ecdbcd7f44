import type { Buffer } from "node:buffer";
import { toJsonOf } from "../../objects/write-json.js";
import { parseScalar } from "../exact/scan-json.js";
import type { ArrowNode } from "../messages/messages.js";
import { Validity } from "./validity.js";

const nullStart = 0x6e;
const lineFeed = 0x0a;

/** Nodes and buffers of a record batch. */
export interface ArrowParts {
  readonly nodes: ArrowNode[];
  readonly buffers: Uint8Array[];
}

/** Where the bytes of values of a fixed number of bytes belong. */
export interface FixedRun {
  readonly bytes: Buffer;
  /** The same bytes. */
  readonly view: DataView;
  /** Index of the first byte. */
  readonly start: number;
}

/** Bytes that contain texts. */
export interface TextSource {
  readonly source: Buffer;
  /** The same bytes; `undefined` if they are copied one by one. */
  readonly sourceView: DataView | undefined;
}

/** The values of one column of a batch, as Arrow stores them. */
export abstract class ArrowColumn {
  /** Which values are null. */
  protected readonly validity: Validity = new Validity();

  /** Number of values. */
  get length(): number {
    return this.validity.length;
  }

  /** Approximate size of the values in bytes. */
  abstract readonly size: number;

  /**
   * Appends a value.
   *
   * @param value - As a row has it; `null` and `undefined` are null
   * @throws ValueMismatch when the type cannot hold it
   */
  append(value: unknown): void {
    const given = plain(value);
    if (given === null || given === undefined) this.appendNull();
    else {
      this.appendValue(given);
      this.validity.addValue();
    }
  }

  /**
   * Appends a value of JSON.
   *
   * @param source - Valid JSON
   * @param start - First byte of the value
   * @param end - The byte after it
   * @throws ValueMismatch when the type cannot hold it
   */
  appendJson(source: Buffer, start: number, end: number): void {
    if (source[start] === nullStart) this.appendNull();
    else {
      this.appendJsonValue(source, start, end);
      this.validity.addValue();
    }
  }

  /**
   * Appends the number that stands for a value in Arrow: the double or the integer itself, 0 or 1 for a boolean, the number
   * of days or of units of a time, or the digits of a decimal without their point. The caller has checked its range.
   *
   * @param value - The number
   */
  appendStored(value: number | bigint): void {
    this.putStored(value);
    this.validity.addValue();
  }

  /**
   * Appends a 64-bit integer that stands for a value, as `appendStored` does.
   *
   * @param high - Its upper 32 bits
   * @param low - Its lower 32 bits
   */
  appendWords(high: number, low: number): void {
    this.putWords(high, low);
    this.validity.addValue();
  }

  /**
   * Appends a text that is UTF-8 already.
   *
   * @param source - Bytes that contain it
   * @param start - First byte
   * @param end - The byte after it
   * @throws ValueMismatch when the type cannot hold it
   */
  appendUtf8(source: Buffer, start: number, end: number): void {
    this.putUtf8({ source, sourceView: undefined }, start, end);
    this.validity.addValue();
  }

  /**
   * Appends a text that is UTF-8 already, four bytes at a time.
   *
   * @param source - Bytes that contain it, such as the source of a writer
   * @param start - First byte
   * @param end - The byte after it
   */
  appendUtf8Of(source: TextSource, start: number, end: number): void {
    this.putUtf8(source, start, end);
    this.validity.addValue();
  }

  /**
   * Starts a list.
   *
   * @returns The column to append its items to, before `endList`
   */
  startList(): ArrowColumn {
    throw notStored();
  }

  /** Ends a list. */
  endList(): void {
    this.putEnd();
    this.validity.addValue();
  }

  /**
   * Appends values of a fixed number of bytes that the source stores as Arrow does. The caller writes them.
   *
   * @param count - Number of values
   * @param nulls - A byte for each value, which is 1 for null. Default: none is null
   * @returns Where the bytes of the values belong
   */
  appendRun(count: number, nulls?: Uint8Array): FixedRun {
    const run = this.reserveRun(count);
    this.validity.addRun(count, nulls);
    return run;
  }

  /**
   * Appends texts that are UTF-8 already.
   *
   * @param source - Bytes that contain them
   * @param ends - The first byte of each text, and the byte after its last one
   * @param nulls - A byte for each text, which is 1 for null. Default: none is null
   */
  appendTexts(source: Buffer, ends: Uint32Array, nulls?: Uint8Array): void {
    this.putTexts(source, ends);
    this.validity.addRun(ends.length / 2, nulls);
  }

  /**
   * Appends texts that are UTF-8 already and lie one after another.
   *
   * @param source - Their bytes, and nothing else
   * @param lengths - Number of bytes of each; a negative one is a null, which has none
   * @throws ValueMismatch when the type cannot hold one of them
   */
  appendJoined(source: Buffer, lengths: Int32Array): void {
    let start = 0;
    for (let index = 0; index < lengths.length; index += 1) {
      const length = lengths[index] ?? 0;
      if (length < 0) this.appendNull();
      else {
        this.appendUtf8(source, start, start + length);
        start += length;
      }
    }
  }

  /**
   * Appends values of JSON, with a line feed between two of them.
   *
   * @param source - Valid JSON that has no other line feeds
   * @throws ValueMismatch when the type cannot hold one of them
   */
  appendLines(source: Buffer): void {
    for (let start = 0; start < source.length; ) {
      let end = start;
      while (end < source.length && source[end] !== lineFeed) end += 1;
      this.appendJson(source, start, end);
      start = end + 1;
    }
  }

  /**
   * Finds text that is not UTF-8, which the bytes of a source may have.
   *
   * @returns Index of the first value that has some; `undefined` when none has
   */
  findInvalid(): number | undefined {
    return undefined;
  }

  /** Appends a null. */
  appendNull(): void {
    this.appendEmpty();
    this.validity.addNull();
  }

  /**
   * Adds the values to a batch and removes them from here.
   *
   * @param parts - Nodes and buffers before this column. The buffers are valid until the next value is appended
   */
  collect(parts: ArrowParts): void {
    const { length, nullCount } = this.validity;
    parts.nodes.push({ length, nullCount });
    parts.buffers.push(this.validity.take());
    this.collectValues(parts);
  }

  /**
   * @param value - A value that is not null
   * @throws ValueMismatch when the type cannot hold it
   */
  protected abstract appendValue(value: unknown): void;

  /**
   * Appends the number that stands for a value. Only columns of numbers and moments have one.
   *
   * @param _value - The number
   */
  protected putStored(_value: number | bigint): void {
    throw notStored();
  }

  /**
   * Appends a value by the two halves of its integer.
   *
   * @param _high - Upper half of a 64-bit integer that stands for a value
   * @param _low - Its lower half
   */
  protected putWords(_high: number, _low: number): void {
    throw notStored();
  }

  /**
   * Appends a text by its bytes. Default: as a value that is a string.
   *
   * @param source - Bytes that contain a text
   * @param start - First byte
   * @param end - The byte after it
   */
  protected putUtf8({ source }: TextSource, start: number, end: number): void {
    this.appendValue(source.toString("utf8", start, end));
  }

  /** Ends a list after its items. */
  protected putEnd(): void {
    throw notStored();
  }

  /**
   * Makes room for values of a fixed number of bytes.
   *
   * @param _count - Number of values
   * @returns Where their bytes belong
   */
  protected reserveRun(_count: number): FixedRun {
    throw notStored();
  }

  /**
   * Appends texts by their bytes.
   *
   * @param _source - Bytes that contain them
   * @param _ends - Where each of them begins and ends
   */
  protected putTexts(_source: Buffer, _ends: Uint32Array): void {
    throw notStored();
  }

  /** Appends what the memory has where a value is null. */
  protected abstract appendEmpty(): void;

  /**
   * Adds the buffers of the values, and those of children, to a batch, and removes the values from here.
   *
   * @param parts - Nodes and buffers so far
   */
  protected abstract collectValues(parts: ArrowParts): void;

  /**
   * @param source - Valid JSON
   * @param start - First byte of a value that is not null
   * @param end - The byte after it
   * @throws ValueMismatch when the type cannot hold it
   */
  protected appendJsonValue(source: Buffer, start: number, end: number): void {
    this.appendValue(parseScalar(source, start, end));
  }
}

function notStored(): TypeError {
  return new TypeError("Could not write a column: its type has another form of values.");
}

/** Returns what JSON has instead of a value that defines its own form, such as a date. */
function plain(value: unknown): unknown {
  if (typeof value === "function" || typeof value === "symbol") return null;
  const toJson = toJsonOf(value);
  return toJson === undefined ? value : toJson("");
}
