import type { ParquetPage, ParquetType } from "../parquet/parquet-file.js";
import { type ColumnFacts, noFacts } from "../types/column-facts.js";
import type { ArrowBatchReader } from "./arrow-batch.js";
import type { ArrowField } from "./arrow-schema.js";

/** Values whose table would differ from that of the same rows as JSON. */
export class UnsuitedValues extends Error {
  override readonly name = "UnsuitedValues";
}

/** A column of record batches, which is written to a Parquet file for the engine. */
export abstract class ArrowColumn {
  /** Facts about its values, as those of the same values in JSON. */
  readonly facts: ColumnFacts = noFacts();
  protected readonly field: ArrowField;

  /** @param field - The column */
  constructor(field: ArrowField) {
    this.field = field;
  }

  /** Its type in the file, which may depend on its values. */
  abstract readonly type: ParquetType;

  /**
   * Adds the values of a record batch.
   *
   * @param batch - The record batch
   * @returns The values for the file
   * @throws UnsuitedValues when the engine would not store them as it stores those of JSON
   */
  abstract add(batch: ArrowBatchReader): ParquetPage;

  /**
   * Returns the expression for a value with which a cast to a type keeps it as it is.
   *
   * @param column - The column of the file
   * @returns SQL
   */
  value(column: string): string {
    return column;
  }

  /**
   * Returns the expression for the JSON of a value.
   *
   * @param column - The column of the file
   * @returns SQL
   */
  json(column: string): string {
    return `CAST(CAST(${this.value(column)} AS VARCHAR) AS JSON)`;
  }

  /** Whether only the JSON of its values can be converted. */
  get isJson(): boolean {
    return false;
  }
}
