import type { Buffer } from "node:buffer";
import type { ArrowTimeUnit } from "@wellhead/contract/vocabulary";
import { type Moment, parseMoment, parseTime, UsualMoment } from "../exact/parse-moment.js";
import { ValueMismatch } from "../exact/value-mismatch.js";
import type { TextSource } from "./arrow-column.js";
import { FixedColumn } from "./fixed-columns.js";

/** Values that are written as dates are. */
abstract class MomentColumn extends FixedColumn {
  /** What fits, for errors. */
  protected abstract readonly expected: string;
  readonly #usual = new UsualMoment();

  protected appendValue(value: unknown): void {
    const moment = typeof value === "string" ? parseMoment(value) : undefined;
    if (moment === undefined || !this.isOfType(moment)) throw new ValueMismatch(this.expected, value);
    this.appendMoment(moment, value);
  }

  protected override appendJsonValue(source: Buffer, start: number, end: number): void {
    if (this.#usual.readJson(source, start, end) && this.isOfType(this.#usual))
      this.appendMoment(this.#usual, undefined);
    else super.appendJsonValue(source, start, end);
  }

  protected override putUtf8(text: TextSource, start: number, end: number): void {
    if (this.#usual.read(text.source, start, end) && this.isOfType(this.#usual))
      this.appendMoment(this.#usual, undefined);
    else super.putUtf8(text, start, end);
  }

  /** Whether the column has moments of this form. */
  protected abstract isOfType(moment: Moment): boolean;

  /**
   * Appends a moment of this form.
   *
   * @param moment - The moment
   * @param value - Its text, for errors; `undefined` when it was not parsed
   * @throws ValueMismatch when the type cannot hold it
   */
  protected abstract appendMoment(moment: Moment, value: unknown): void;
}

/** Days. */
export class DateColumn extends MomentColumn {
  protected readonly expected = "a day such as 2026-01-31";

  /** Prepares a column. */
  constructor() {
    super(4);
  }

  protected isOfType({ isDay }: Moment): boolean {
    return isDay;
  }

  protected appendMoment({ day }: Moment): void {
    this.values.putInt32(day);
  }

  protected override putStored(value: number | bigint): void {
    this.values.putInt32(Number(value));
  }
}

const daySeconds = 86_400;
/** Units per second, and nanoseconds per unit. */
const unitFacts: Readonly<Record<ArrowTimeUnit, readonly [perSecond: number, nanos: number]>> = {
  s: [1, 1e9],
  ms: [1e3, 1e6],
  us: [1e6, 1e3],
  ns: [1e9, 1],
};
const minLong = -(2n ** 63n);
const maxLong = 2n ** 63n - 1n;

/** Options of {@link TimestampColumn}. */
export interface TimestampColumnOptions {
  readonly unit: ArrowTimeUnit;
  /** Whether the values are instants. */
  readonly zoned: boolean;
}

/** Instants, or dates and times without a zone. */
export class TimestampColumn extends MomentColumn {
  protected readonly expected: string;
  readonly #perSecond: number;
  readonly #nanos: number;
  readonly #zoned: boolean;

  /** @param options - Unit, and whether there is a zone */
  constructor({ unit, zoned }: TimestampColumnOptions) {
    super(8);
    [this.#perSecond, this.#nanos] = unitFacts[unit];
    this.#zoned = zoned;
    const example = zoned ? "an instant such as 2026-01-31T08:30:00Z" : "a date and time without a zone";
    this.expected = `${example}, as a whole number of ${unit}`;
  }

  protected isOfType({ isDay, isZoned }: Moment): boolean {
    return !isDay && isZoned === this.#zoned;
  }

  protected appendMoment({ day, second, nano }: Moment, value: unknown): void {
    const fraction = nano / this.#nanos;
    if (!Number.isInteger(fraction)) throw new ValueMismatch(this.expected, value);
    const seconds = day * daySeconds + second;
    const count = seconds * this.#perSecond + fraction;
    if (Number.isSafeInteger(count)) this.appendLong(count);
    else {
      const exact = BigInt(seconds) * BigInt(this.#perSecond) + BigInt(fraction);
      if (exact < minLong || exact > maxLong) throw new ValueMismatch(this.expected, value);
      this.appendLong(exact);
    }
  }
}

/** Times of day. */
export class TimeColumn extends FixedColumn {
  readonly #nanos: bigint;

  /** @param unit - Unit of the values */
  constructor(unit: "us" | "ns") {
    super(8);
    this.#nanos = unit === "us" ? 1000n : 1n;
  }

  protected appendValue(value: unknown): void {
    const nanos = typeof value === "string" ? parseTime(value) : undefined;
    if (nanos === undefined || nanos % this.#nanos !== 0n)
      throw new ValueMismatch("a time of day such as 08:30:00", value);
    this.appendLong(nanos / this.#nanos);
  }
}
