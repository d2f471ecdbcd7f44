import { booleanPage, fixedPage } from "../parquet/encode-page.js";
import {
  convertedTypes,
  type ParquetPage,
  type ParquetType,
  physicalTypes,
} from "../parquet/parquet-file.js";
import { kinds } from "../types/column-facts.js";
import { type ArrowBatchReader, type ArrowVector, isNullAt } from "./arrow-batch.js";
import type { ArrowField, ArrowType } from "./arrow-schema.js";
import { ArrowColumn, UnsuitedValues } from "./loaded-column.js";

type TimestampType = Extract<ArrowType, { readonly kind: "timestamp" }>;

/** The texts of other years are not those of times. */
const firstDay = -354_285;
const lastDay = 2_932_896;
const secondsPerDay = 86_400;
const perSecond = { s: 1n, ms: 1000n, us: 1_000_000n, ns: 1_000_000_000n } as const;

/** The file has no seconds, and the engine no nanoseconds. */
const fileUnits = { s: "ms", ms: "ms", us: "us", ns: "us" } as const;

/** True and false. */
export class BooleanColumn extends ArrowColumn {
  get type(): ParquetType {
    return { physical: physicalTypes.boolean };
  }

  add(batch: ArrowBatchReader): ParquetPage {
    const vector = batch.vector(this.field.node, this.field.buffer, 2);
    if (vector.nullCount < vector.length) this.facts.kinds |= kinds.boolean;
    return booleanPage(vector.buffers[0] ?? new Uint8Array(), vector);
  }
}

/** Days. */
export class DayColumn extends ArrowColumn {
  get type(): ParquetType {
    return { physical: physicalTypes.int32, converted: convertedTypes.date };
  }

  add(batch: ArrowBatchReader): ParquetPage {
    const vector = batch.vector(this.field.node, this.field.buffer, 2);
    const [values = new Uint8Array()] = vector.buffers;
    if (vector.nullCount < vector.length) this.facts.kinds |= kinds.date;
    const days = new Int32Array(values.buffer, values.byteOffset, vector.length);
    for (let index = 0; index < days.length; index += 1) {
      const day = days[index] ?? 0;
      if ((day < firstDay || day > lastDay) && !isNullAt(vector, index)) refuse(this.field);
    }
    return fixedPage(values, 4, vector);
  }

  override json(column: string): string {
    return `to_json(CAST(${column} AS VARCHAR))`;
  }
}

/** Instants, or local dates and times. */
export class TimestampColumn extends ArrowColumn {
  readonly #type: TimestampType;
  /** The upper halves of the first value that is not before the first day, and of the last one that is not after the last. */
  readonly #least: number;
  readonly #greatest: number;

  /** @param field - The column, and its type */
  constructor(field: ArrowField, type: TimestampType) {
    super(field);
    this.#type = type;
    const perDay = perSecond[type.unit] * BigInt(secondsPerDay);
    this.#least = Number((BigInt(firstDay) * perDay) >> 32n) + 1;
    this.#greatest = Number((BigInt(lastDay + 1) * perDay) >> 32n) - 1;
  }

  get type(): ParquetType {
    const { unit, isInstant } = this.#type;
    return { physical: physicalTypes.int64, timestamp: { isInstant, unit: fileUnits[unit] } };
  }

  add(batch: ArrowBatchReader): ParquetPage {
    const vector = batch.vector(this.field.node, this.field.buffer, 2);
    const [values = new Uint8Array()] = vector.buffers;
    if (vector.nullCount < vector.length)
      this.facts.kinds |= this.#type.isInstant ? kinds.instant : kinds.localTime;
    const words = new Int32Array(values.buffer, values.byteOffset, vector.length * 2);
    for (let index = 0; index < vector.length; index += 1) {
      const upper = words[2 * index + 1] ?? 0;
      if ((upper < this.#least || upper > this.#greatest) && !isNullAt(vector, index))
        this.#check(values, index);
    }
    return fixedPage(this.#converted(values, vector), 8, vector);
  }

  override json(column: string): string {
    return `to_json(CAST(${column} AS VARCHAR))`;
  }

  #check(values: Uint8Array, index: number): void {
    const value = new DataView(values.buffer, values.byteOffset).getBigInt64(8 * index, true);
    const perDay = perSecond[this.#type.unit] * BigInt(secondsPerDay);
    if (value < BigInt(firstDay) * perDay || value >= BigInt(lastDay + 1) * perDay) refuse(this.field);
  }

  /** Returns the values in the unit of the file. */
  #converted(values: Uint8Array, vector: ArrowVector): Uint8Array {
    const { unit } = this.#type;
    if (unit === "ms" || unit === "us") return values;
    const given = new BigInt64Array(values.buffer, values.byteOffset, vector.length);
    const converted = new BigInt64Array(vector.length);
    for (let index = 0; index < vector.length; index += 1) {
      if (isNullAt(vector, index)) continue;
      const value = given[index] ?? 0n;
      if (unit === "s") converted[index] = value * 1000n;
      else if (value % 1000n === 0n) converted[index] = value / 1000n;
      else refuse(this.field);
    }
    return new Uint8Array(converted.buffer);
  }
}

function refuse({ name }: ArrowField): never {
  throw new UnsuitedValues(`the column "${name}" has times that the engine does not store`);
}
