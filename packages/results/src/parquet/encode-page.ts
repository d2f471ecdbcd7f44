import { encodings, type ParquetPage } from "./parquet-file.js";
import { pushVarint, pushZigzag } from "./thrift-writer.js";

/** Which values of a page are null. */
export interface PageNulls {
  /** Number of values, nulls included. */
  readonly length: number;
  readonly nullCount: number;
  /** A bit per value, which is 0 for null; only if some are null. */
  readonly validity: Uint8Array;
}

/** Number of values of a block of lengths is a multiple of this. */
const blockStep = 128;

/**
 * Encodes values of a fixed width.
 *
 * @param values - The values, nulls included
 * @param width - Number of bytes of a value, a multiple of four
 * @param nulls - Which of them are null
 * @returns The page
 */
export function fixedPage(values: Uint8Array, width: number, nulls: PageNulls): ParquetPage {
  const all = values.subarray(0, nulls.length * width);
  return plainPage(nulls, nulls.nullCount === 0 ? all : withoutNulls(all, width / 4, nulls));
}

/**
 * Encodes truth values.
 *
 * @param values - A bit per value, nulls included
 * @param nulls - Which of them are null
 * @returns The page
 */
export function booleanPage(values: Uint8Array, nulls: PageNulls): ParquetPage {
  const { length, nullCount, validity } = nulls;
  if (nullCount === 0) return plainPage(nulls, values.subarray(0, Math.ceil(length / 8)));
  const kept = new Uint8Array(Math.ceil((length - nullCount) / 8));
  let count = 0;
  for (let index = 0; index < length; index += 1) {
    if ((((validity[index >> 3] ?? 0) >> (index & 7)) & 1) === 0) continue;
    const bit = ((values[index >> 3] ?? 0) >> (index & 7)) & 1;
    kept[count >> 3] = (kept[count >> 3] ?? 0) | (bit << (count & 7));
    count += 1;
  }
  return plainPage(nulls, kept);
}

/**
 * Encodes texts: their lengths, then their bytes as they are.
 *
 * @param offsets - Where each text begins, and where the last one ends
 * @param bytes - The bytes of all texts
 * @param nulls - Which of them are null
 * @returns The page
 */
export function textPage(offsets: Int32Array, bytes: Uint8Array, nulls: PageNulls): ParquetPage {
  const lengths = new Int32Array(nulls.length - nulls.nullCount);
  const size = fillLengths(lengths, offsets, nulls);
  const first = offsets[0] ?? 0;
  const all = bytes.subarray(first, offsets[nulls.length] ?? first);
  const texts = size === all.length ? all : textsWithoutNulls(offsets, bytes, { nulls, size });
  const pieces = [levelsOf(nulls), ...encodeLengths(lengths), texts];
  return { rows: nulls.length, encoding: encodings.deltaLength, pieces };
}

function plainPage(nulls: PageNulls, values: Uint8Array): ParquetPage {
  return { rows: nulls.length, encoding: encodings.plain, pieces: [levelsOf(nulls), values] };
}

/** The levels of values that may be null are 1, those of nulls 0: one run, or the bits of Arrow as they are. */
function levelsOf({ length, nullCount, validity }: PageNulls): Uint8Array {
  const header: number[] = [];
  if (nullCount === 0 || nullCount === length) {
    pushVarint(header, length * 2);
    header.push(nullCount === 0 ? 1 : 0);
    return withLength(header, new Uint8Array());
  }
  const groups = Math.ceil(length / 8);
  pushVarint(header, groups * 2 + 1);
  return withLength(header, validity.subarray(0, groups));
}

function withLength(header: readonly number[], bytes: Uint8Array): Uint8Array {
  const size = header.length + bytes.length;
  const levels = new Uint8Array(4 + size);
  new DataView(levels.buffer).setUint32(0, size, true);
  levels.set(header, 4);
  levels.set(bytes, 4 + header.length);
  return levels;
}

function withoutNulls(
  values: Uint8Array,
  words: number,
  { length, nullCount, validity }: PageNulls,
): Uint8Array {
  const given = new Int32Array(values.buffer, values.byteOffset, length * words);
  const kept = new Int32Array((length - nullCount) * words);
  let to = 0;
  for (let index = 0; index < length; index += 1) {
    if ((((validity[index >> 3] ?? 0) >> (index & 7)) & 1) === 0) continue;
    for (let from = index * words; from < (index + 1) * words; from += 1) kept[to++] = given[from] ?? 0;
  }
  return new Uint8Array(kept.buffer);
}

/** Returns the total length of the texts that are not null. */
function fillLengths(
  lengths: Int32Array,
  offsets: Int32Array,
  { length, nullCount, validity }: PageNulls,
): number {
  let [count, size] = [0, 0];
  for (let index = 0; index < length; index += 1) {
    if (nullCount > 0 && (((validity[index >> 3] ?? 0) >> (index & 7)) & 1) === 0) continue;
    const own = (offsets[index + 1] ?? 0) - (offsets[index] ?? 0);
    lengths[count++] = own;
    size += own;
  }
  return size;
}

/** Nulls of Arrow may have bytes. */
function textsWithoutNulls(
  offsets: Int32Array,
  bytes: Uint8Array,
  { nulls: { length, validity }, size }: { readonly nulls: PageNulls; readonly size: number },
): Uint8Array {
  const texts = new Uint8Array(size);
  let at = 0;
  for (let index = 0; index < length; index += 1) {
    if ((((validity[index >> 3] ?? 0) >> (index & 7)) & 1) === 0) continue;
    const text = bytes.subarray(offsets[index], offsets[index + 1]);
    texts.set(text, at);
    at += text.length;
  }
  return texts;
}

/**
 * Encodes lengths as one block of differences, all of the same width.
 *
 * @see https://github.com/apache/parquet-format/blob/master/Encodings.md#delta-encoding-delta_binary_packed--5
 */
function encodeLengths(lengths: Int32Array): readonly Uint8Array[] {
  const { length } = lengths;
  const header: number[] = [];
  const size = Math.max(blockStep, Math.ceil((length - 1) / blockStep) * blockStep);
  pushVarint(header, size);
  // All values are in one group.
  pushVarint(header, 1);
  pushVarint(header, length);
  pushZigzag(header, lengths[0] ?? 0);
  if (length < 2) return [Uint8Array.from(header)];
  let [least, greatest] = [Infinity, -Infinity];
  for (let index = 1; index < length; index += 1) {
    const difference = (lengths[index] ?? 0) - (lengths[index - 1] ?? 0);
    if (difference < least) least = difference;
    if (difference > greatest) greatest = difference;
  }
  const range = greatest - least;
  const differences = integersFor(range, size);
  for (let index = 1; index < length; index += 1)
    differences[index - 1] = (lengths[index] ?? 0) - (lengths[index - 1] ?? 0) - least;
  pushZigzag(header, least);
  header.push(8 * differences.BYTES_PER_ELEMENT);
  return [Uint8Array.from(header), new Uint8Array(differences.buffer)];
}

/** Returns an array for integers up to a maximum. */
function integersFor(maximum: number, length: number): Uint8Array | Uint16Array | Uint32Array {
  if (maximum < 2 ** 8) return new Uint8Array(length);
  return maximum < 2 ** 16 ? new Uint16Array(length) : new Uint32Array(length);
}
