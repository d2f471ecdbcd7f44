import type { CellTypes, Columns } from "../fields/field.js";
import type { EncodedRows, Rows } from "../rows/rows.js";

/** What `rows` of a source may return; the column names appear as completions. */
export type RowsResult<Schema extends Columns> = RowsIn<Schema> | Promise<RowsIn<Schema>>;

// Anything is accepted here, so that CheckedRows below reports a mistake in a sentence. `unknown` would lose the completions.
type RowsIn<Schema extends Columns> = Rows<
  { readonly [Id in keyof Schema]?: unknown } | {} | null | undefined
>;

/**
 * The result of `rows` if all its cells fit the columns. Otherwise the compiler reports a sentence that names the column.
 * Rows that are written out as an array are compared cell by cell, so that the fault is reported on the line of the cell.
 */
export type CheckedRows<Result, Schema extends Columns, Extra extends Columns> = [
  RowFault<RowIn<Result>, Schema, Extra>,
] extends [never]
  ? Result
  : Result extends readonly unknown[]
    ? readonly CheckedRow<RowIn<Result>, Schema, Extra>[]
    : RowFault<RowIn<Result>, Schema, Extra>;

type RowIn<Result> = Result extends EncodedRows
  ? never
  : Result extends Promise<infer Given>
    ? RowIn<Given>
    : Result extends readonly (infer Row)[]
      ? Row
      : Result extends AsyncIterable<readonly (infer Row)[]>
        ? Row
        : never;

// Rows whose columns the compiler does not know are not checked: those of `any`, and all rows of a source without `fields`.
type RowFault<Row, Schema extends Columns, Extra extends Columns> = 0 extends 1 & Row
  ? never
  : [keyof Schema] extends [never]
    ? never
    : Row extends object
      ? { [Id in keyof Row]-?: CellFault<Row[Id], Id, Schema, Extra> }[keyof Row]
      : unknown extends Row
        ? never
        : "A row is an object: the values by column id.";

type CellFault<Cell, Id, Schema extends Columns, Extra extends Columns> = Id extends keyof Schema
  ? Cell extends CellTypes[Schema[Id]["column"]]
    ? never
    : Id extends string
      ? `The column "${Id}" holds ${Schema[Id]["column"]}. Convert the value, or change the column in fields.`
      : never
  : Id extends keyof Extra
    ? never
    : Id extends string
      ? string extends Id
        ? never
        : `"${Id}" is not a column of this source. Declare it in fields, or correct the name.`
      : never;

type CheckedRow<Row, Schema extends Columns, Extra extends Columns> = Row extends object
  ? { readonly [Id in keyof Row]: OrElse<CellFault<Row[Id], Id, Schema, Extra>, Row[Id]> }
  : OrElse<RowFault<Row, Schema, Extra>, Row>;

type OrElse<Fault, Value> = [Fault] extends [never] ? Value : Fault;
