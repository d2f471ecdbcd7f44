import type { Buffer } from "node:buffer";
import { shortestSingle } from "../../values/shortest-single.js";
import { scaledInteger } from "../exact/scaled-integer.js";
import { digitsAfterPoint, parseScalar, plainDigits, plainNumber, powersOfTen } from "../exact/scan-json.js";
import { ValueMismatch } from "../exact/value-mismatch.js";
import { decimalBits } from "../messages/write-field.js";
import { ArrowColumn, type ArrowParts, type FixedRun } from "./arrow-column.js";
import { GrowingBits } from "./growing-bits.js";
import { GrowingBytes } from "./growing-bytes.js";

const wordValues = 2 ** 32;

/** Values of a fixed number of bytes. */
export abstract class FixedColumn extends ArrowColumn {
  /** The values. */
  protected readonly values: GrowingBytes = new GrowingBytes();
  readonly #width: number;

  /** @param width - Number of bytes of a value */
  constructor(width: number) {
    super();
    this.#width = width;
  }

  get size(): number {
    return this.values.length;
  }

  protected appendEmpty(): void {
    const start = this.values.reserve(this.#width);
    this.values.bytes.fill(0, start, start + this.#width);
  }

  protected collectValues({ buffers }: ArrowParts): void {
    buffers.push(this.values.written());
    this.values.length = 0;
  }

  /**
   * Appends a 64-bit integer. A double that is an integer needs no `bigint` for it.
   *
   * @param value - The integer
   */
  protected appendLong(value: number | bigint): void {
    const start = this.values.reserve(8);
    const { view } = this.values;
    if (typeof value === "bigint") view.setBigInt64(start, BigInt.asIntN(64, value), true);
    else {
      view.setInt32(start, value | 0, true);
      view.setInt32(start + 4, Math.floor(value / wordValues), true);
    }
  }

  /** Columns of another width replace it. */
  protected override putStored(value: number | bigint): void {
    this.appendLong(value);
  }

  protected override reserveRun(count: number): FixedRun {
    const start = this.values.reserve(count * this.#width);
    const { bytes, view } = this.values;
    return { bytes, view, start };
  }

  protected override putWords(high: number, low: number): void {
    const start = this.values.reserve(8);
    const { view } = this.values;
    view.setInt32(start, low, true);
    view.setInt32(start + 4, high, true);
  }
}

/** Options of {@link IntegerColumn}. */
export interface IntegerColumnOptions {
  readonly bits: 8 | 16 | 32 | 64;
  readonly signed: boolean;
}

/** Whole numbers. */
export class IntegerColumn extends FixedColumn {
  readonly #bits: 8 | 16 | 32 | 64;
  readonly #min: bigint;
  readonly #max: bigint;
  /** The same for integers that are safe as doubles. */
  readonly #safeMin: number;
  readonly #safeMax: number;
  readonly #expected: string;

  /** @param options - Range of the numbers */
  constructor({ bits, signed }: IntegerColumnOptions) {
    super(bits / 8);
    this.#bits = bits;
    this.#min = signed ? -(2n ** BigInt(bits - 1)) : 0n;
    this.#max = 2n ** BigInt(signed ? bits - 1 : bits) - 1n;
    this.#safeMin = Math.max(Number(this.#min), Number.MIN_SAFE_INTEGER);
    this.#safeMax = Math.min(Number(this.#max), Number.MAX_SAFE_INTEGER);
    this.#expected = `an integer from ${this.#min} to ${this.#max}`;
  }

  protected appendValue(value: unknown): void {
    const integer = integerOf(value);
    if (integer === undefined || integer < this.#min || integer > this.#max)
      throw new ValueMismatch(this.#expected, value);
    this.#appendInteger(integer);
  }

  protected override appendJsonValue(source: Buffer, start: number, end: number): void {
    const number = plainNumber(source, start, end);
    if (!Number.isInteger(number)) {
      super.appendJsonValue(source, start, end);
      return;
    }
    // A comparison with the exact range takes several times as long.
    if (number < this.#safeMin || number > this.#safeMax) throw new ValueMismatch(this.#expected, number);
    this.#appendInteger(number);
  }

  protected override putStored(value: number | bigint): void {
    this.#appendInteger(value);
  }

  #appendInteger(integer: number | bigint): void {
    if (this.#bits === 64) {
      this.appendLong(integer);
      return;
    }
    const start = this.values.reserve(this.#bits / 8);
    const { view } = this.values;
    const number = Number(integer);
    if (this.#bits === 32) view.setInt32(start, number | 0, true);
    else if (this.#bits === 16) view.setInt16(start, number, true);
    else view.setInt8(start, number);
  }
}

/** Returns a whole number; `undefined` when the value is another one. */
function integerOf(value: unknown): number | bigint | undefined {
  if (Number.isSafeInteger(value)) return Number(value);
  if (typeof value === "bigint") return value;
  return typeof value === "number" || typeof value === "string" ? scaledInteger(String(value), 0) : undefined;
}

/** Doubles and 32-bit floats. */
export class FloatColumn extends FixedColumn {
  readonly #bits: 32 | 64;

  /** @param bits - Bits of a number */
  constructor(bits: 32 | 64) {
    super(bits / 8);
    this.#bits = bits;
  }

  protected appendValue(value: unknown): void {
    const number = typeof value === "number" ? value : exactDouble(value);
    if (number === undefined) throw new ValueMismatch("a number that a double represents exactly", value);
    this.#appendNumber(number);
  }

  protected override appendJsonValue(source: Buffer, start: number, end: number): void {
    const number = plainNumber(source, start, end);
    if (Number.isNaN(number)) super.appendJsonValue(source, start, end);
    else this.#appendNumber(number);
  }

  protected override putStored(value: number | bigint): void {
    this.#appendNumber(Number(value));
  }

  #appendNumber(number: number): void {
    const start = this.values.reserve(this.#bits / 8);
    if (this.#bits === 64) {
      this.values.view.setFloat64(start, number, true);
      return;
    }
    const single = Math.fround(number);
    if (!Object.is(single, number) && shortestSingle(single) !== number)
      throw new ValueMismatch("a number that 32 bits represent exactly", number);
    this.values.view.setFloat32(start, single, true);
  }
}

/** All doubles are whole numbers after multiplication by this power of ten; those of JSON have fewer digits. */
const doubleScale = 350;

/** How JSON for Arrow has the doubles that are no numbers of JSON. ClickHouse abbreviates them. */
const notFinite: ReadonlyMap<string, number> = new Map([
  ["NaN", Number.NaN],
  ["nan", Number.NaN],
  ["Infinity", Number.POSITIVE_INFINITY],
  ["inf", Number.POSITIVE_INFINITY],
  ["-Infinity", Number.NEGATIVE_INFINITY],
  ["-inf", Number.NEGATIVE_INFINITY],
]);

/**
 * Converts digits to a double.
 *
 * @param value - An integer, or the text of a number
 * @returns The double; `undefined` when the value is not a number, or has digits that the double does not show
 */
function exactDouble(value: unknown): number | undefined {
  if (typeof value === "bigint") {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : undefined;
  }
  if (typeof value !== "string") return undefined;
  const number = Number(value);
  if (!Number.isFinite(number)) return notFinite.get(value);
  if (String(number) === value) return number;
  const isExact = scaledInteger(value, doubleScale) === scaledInteger(String(number), doubleScale);
  return isExact ? number : undefined;
}

/** Options of {@link DecimalColumn}. */
export interface DecimalColumnOptions {
  readonly precision: number;
  readonly scale: number;
}

/** Numbers with a fixed number of digits after the point. */
export class DecimalColumn extends FixedColumn {
  readonly #scale: number;
  readonly #bound: bigint;
  /** The same for integers that are safe as doubles. */
  readonly #safeBound: number;
  readonly #expected: string;
  readonly #words: number;

  /** @param options - Digits */
  constructor({ precision, scale }: DecimalColumnOptions) {
    const width = decimalBits(precision) / 8;
    super(width);
    this.#scale = scale;
    this.#bound = 10n ** BigInt(precision);
    this.#safeBound = 10 ** precision;
    this.#words = width / 8;
    this.#expected = `a number of at most ${precision} digits, ${scale} of them after the point`;
  }

  protected appendValue(value: unknown): void {
    const isNumber = typeof value === "number" || typeof value === "bigint" || typeof value === "string";
    const integer = isNumber ? scaledInteger(String(value), this.#scale) : undefined;
    if (integer === undefined || integer >= this.#bound || -integer >= this.#bound)
      throw new ValueMismatch(this.#expected, value);
    this.#appendInteger(integer);
  }

  protected override appendJsonValue(source: Buffer, start: number, end: number): void {
    const power = powersOfTen[this.#scale - digitsAfterPoint(source, start, end)];
    const integer = plainDigits(source, start, end) * (power ?? Number.NaN);
    if (Number.isSafeInteger(integer)) this.putStored(integer);
    else super.appendJsonValue(source, start, end);
  }

  protected override putStored(value: number | bigint): void {
    const isNumber = typeof value === "number";
    const isFitting = isNumber
      ? Math.abs(value) < this.#safeBound
      : value < this.#bound && -value < this.#bound;
    if (!isFitting) throw new ValueMismatch(this.#expected, value);
    if (isNumber) this.#appendSafe(value);
    else this.#appendInteger(value);
  }

  #appendSafe(integer: number): void {
    this.appendLong(integer);
    const sign = integer < 0 ? -1 : 0;
    for (let half = 2; half < this.#words * 2; half += 1) this.values.putInt32(sign);
  }

  #appendInteger(integer: bigint): void {
    const start = this.values.reserve(this.#words * 8);
    const { view } = this.values;
    for (let word = 0, rest = integer; word < this.#words; word += 1, rest >>= 64n)
      view.setBigInt64(start + word * 8, BigInt.asIntN(64, rest), true);
  }
}

const letterF = 0x66;
const letterT = 0x74;
/** `true` and `false`. */
export class BooleanColumn extends ArrowColumn {
  readonly #values = new GrowingBits();

  get size(): number {
    return this.#values.size;
  }

  protected appendValue(value: unknown): void {
    if (typeof value !== "boolean") throw new ValueMismatch("true or false", value);
    this.#values.put(Number(value));
  }

  protected override appendJsonValue(source: Buffer, start: number, end: number): void {
    if (source[start] === letterT) this.#values.put(1);
    else if (source[start] === letterF) this.#values.put(0);
    else throw new ValueMismatch("true or false", parseScalar(source, start, end));
  }

  protected override putStored(value: number | bigint): void {
    this.#values.put(Number(value));
  }

  protected appendEmpty(): void {
    this.#values.put(0);
  }

  protected collectValues({ buffers }: ArrowParts): void {
    buffers.push(this.#values.take());
  }
}

/** UUIDs. */
export class UuidColumn extends FixedColumn {
  /** Prepares a column. */
  constructor() {
    super(16);
  }

  protected appendValue(value: unknown): void {
    const hex =
      typeof value === "string" && /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(value)
        ? value.replaceAll("-", "")
        : undefined;
    if (hex === undefined) throw new ValueMismatch("a UUID", value);
    const start = this.values.reserve(16);
    this.values.bytes.write(hex, start, "hex");
  }
}
