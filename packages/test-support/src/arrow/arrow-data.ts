import { Bool, type Data, type DataType, Field, List, makeData, Utf8 } from "apache-arrow";

/** Values of a column of a record batch in memory; `undefined` is null. */
export type Values<Value> = readonly (Value | undefined)[];

/** Which values are null, as Arrow has it. */
function marks(values: Values<unknown>): { length: number; nullCount: number; nullBitmap: Uint8Array } {
  const nullBitmap = new Uint8Array(Math.ceil(values.length / 8));
  let nullCount = 0;
  for (const [index, value] of values.entries()) {
    if (value === undefined) nullCount += 1;
    else nullBitmap[index >> 3] = (nullBitmap[index >> 3] ?? 0) | (1 << (index & 7));
  }
  return { length: values.length, nullCount, nullBitmap };
}

/**
 * Writes integers of any width as values of a type. There is something under nulls, which readers must not see.
 *
 * @param type - The type
 * @param bytes - Number of bytes of a value
 * @param values - The integers
 * @returns The column
 */
export function integerData(type: DataType, bytes: number, values: Values<bigint | number>): Data {
  const data = new Uint8Array(values.length * bytes);
  for (const [index, value = -1] of values.entries()) {
    let rest = BigInt(value);
    for (let byte = 0; byte < bytes; byte += 1, rest >>= 8n)
      data[index * bytes + byte] = Number(BigInt.asUintN(8, rest));
  }
  return dataOf({ type, ...marks(values), data });
}

/**
 * Writes doubles. Nulls are NaN.
 *
 * @param type - The type of doubles
 * @param values - The doubles
 * @returns The column
 */
export function doubleData(type: DataType, values: Values<number>): Data {
  const data = Float64Array.from(values, (value = Number.NaN) => value);
  return dataOf({ type, ...marks(values), data });
}

/**
 * Writes truth values. Nulls are true.
 *
 * @param values - The truth values
 * @returns The column
 */
export function booleanData(values: Values<boolean>): Data {
  const { nullBitmap: data } = marks(values.map((value = true) => value || undefined));
  return dataOf({ type: new Bool(), ...marks(values), data });
}

/**
 * Writes texts. Nulls have bytes.
 *
 * @param values - The texts
 * @param type - The type of texts or bytes
 * @returns The column
 */
export function textData(values: Values<string>, type: DataType = new Utf8()): Data {
  const texts = values.map((value = "null") => Buffer.from(value));
  const valueOffsets = offsetsOf(texts.map(({ length }) => length));
  return dataOf({ type, ...marks(values), valueOffsets, data: Buffer.concat(texts) });
}

/**
 * Writes lists. Nulls have items.
 *
 * @param values - The items of each list
 * @param write - Writes the items of all lists
 * @returns The column
 */
export function listData<Value>(values: Values<Values<Value>>, write: (items: Values<Value>) => Data): Data {
  const lists = values.map((items = []) => items);
  const child = write(lists.flat());
  const valueOffsets = offsetsOf(lists.map(({ length }) => length));
  const type = new List(new Field("item", child.type, true));
  return dataOf({ type, ...marks(values), valueOffsets, child });
}

/** Creates a column of a type that is only known when the program runs. */
function dataOf(parts: { readonly type: DataType; readonly [part: string]: unknown }): Data {
  // The declarations of `makeData` have one signature for each type; the parts are those of the given one.
  return makeData(parts as never);
}

function offsetsOf(lengths: readonly number[]): Int32Array {
  const offsets = new Int32Array(lengths.length + 1);
  for (const [index, length] of lengths.entries()) offsets[index + 1] = (offsets[index] ?? 0) + length;
  return offsets;
}
