import { rm } from "node:fs/promises";
import { ArrowBatchReader } from "../arrow/arrow-batch.js";
import { type ArrowField, readArrowSchema } from "../arrow/arrow-schema.js";
import { type ArrowColumn, UnsuitedValues } from "../arrow/loaded-column.js";
import { makeColumn } from "../arrow/make-column.js";
import { quoteText } from "../engine/quote.js";
import { ParquetFile, type ParquetPage } from "../parquet/parquet-file.js";
import { noFacts } from "../types/column-facts.js";
import { type ColumnPlan, planColumn } from "./plan-column.js";
import { RowFile } from "./row-file.js";
import { type PlannableColumn, type StoredTable, storeTable, typeOfMember } from "./store-table.js";
import type { TableLoaderOptions } from "./table-loader.js";

/** Options of {@link BatchLoader}. */
export interface BatchLoaderOptions extends TableLoaderOptions {
  /** Maximum number of rows; `undefined` means all. */
  readonly limit: number | undefined;
}

/** A column of the table. */
interface BatchColumn {
  readonly key: string;
  readonly declared: string;
  /** `undefined` for a column that is not loaded, or that the rows do not have. */
  readonly column: ArrowColumn | undefined;
  /** Its name in the file. */
  readonly fileName: string;
}

/**
 * Loads record batches of Arrow into a table, which is that of the same rows as JSON. Their buffers are the pages of a
 * Parquet file, almost without a copy, which the engine reads in one statement once the rows have ended.
 */
export class BatchLoader {
  readonly #options: BatchLoaderOptions;
  readonly #file: RowFile;
  #columns: readonly BatchColumn[] | undefined;
  #parquet: ParquetFile | undefined;
  #rows = 0;

  /** @param options - The engine, the table and its columns */
  constructor(options: BatchLoaderOptions) {
    this.#options = options;
    this.#file = new RowFile(options.file);
  }

  /** Whether no more rows are needed. */
  get isFull(): boolean {
    const { limit } = this.#options;
    return limit !== undefined && this.#rows >= limit;
  }

  /**
   * Begins with the columns of the stream.
   *
   * @param schema - The first message of the stream
   * @throws UnsuitedValues when the table of the same rows as JSON may have other values
   */
  begin(schema: Uint8Array): void {
    if (this.#columns !== undefined) return;
    const fields = readArrowSchema(schema);
    const names = new Set(fields?.map(({ name }) => name));
    if (fields === undefined || names.size < fields.length)
      throw new UnsuitedValues("the columns of the stream are not known");
    const { declared } = this.#options;
    const known = new Set(declared.map(({ key }) => key));
    const byName = new Map(fields.map((field) => [field.name, field]));
    const members = [
      ...declared,
      ...fields.filter(({ name }) => !known.has(name)).map(({ name }) => ({ key: name, declared: "" })),
    ];
    this.#columns = members
      .filter(({ key }) => known.has(key) || this.#isWanted(key))
      .map((member, index) => ({
        ...member,
        column: this.#columnOf(member, { field: byName.get(member.key), isKnown: known.has(member.key) }),
        fileName: `c${index}`,
      }));
    const stored = this.#columns.filter(({ column }) => column !== undefined);
    if (stored.length > 0) this.#parquet = new ParquetFile(this.#file, stored.length);
  }

  /**
   * Adds rows.
   *
   * @param message - The message of a record batch
   * @param rows - Number of its rows
   * @throws UnsuitedValues when the table of the same rows as JSON may have other values
   */
  async add(message: Uint8Array, rows: number): Promise<void> {
    this.#rows += rows;
    if (this.#parquet === undefined) return;
    const batch = new ArrowBatchReader(message);
    if (batch.isCompressed) throw new UnsuitedValues("the record batches are compressed");
    await this.#parquet.add(rows, this.#pagesOf(batch));
  }

  /** Removes the file. */
  async close(): Promise<void> {
    await rm(this.#file.path, { force: true });
  }

  /**
   * Ends the rows: creates the table.
   *
   * @returns The table
   */
  async finish(): Promise<StoredTable> {
    const columns =
      this.#columns ??
      this.#options.declared.map((member) => ({ ...member, column: undefined, fileName: "" }));
    await this.#parquet?.finish(
      columns.flatMap(({ column, fileName }) =>
        column === undefined ? [] : [{ ...column.type, name: fileName }],
      ),
    );
    if (this.#parquet !== undefined) await this.#file.flush();
    const found = columns.map(({ key, declared, column }) => ({
      key,
      declared,
      facts: column?.facts ?? noFacts(),
    }));
    return storeTable(found, this.#options, {
      plan: (column) => planBatchColumn(column, columns[column.index]?.column, this.#options),
      select: (plans) => {
        const cells = plans.map((plan, index) => `${cellOf(columns[index], plan)} AS ${plan.value}`);
        return `SELECT ${cells.length === 0 ? "NULL" : cells.join(", ")} FROM ${this.#rowsOfFile()}`;
      },
    });
  }

  #pagesOf(batch: ArrowBatchReader): readonly ParquetPage[] {
    try {
      return (this.#columns ?? []).flatMap(({ column }) => (column === undefined ? [] : [column.add(batch)]));
    } catch (error) {
      // Its buffers are shorter than its values.
      if (error instanceof RangeError) throw new UnsuitedValues(error.message, { cause: error });
      throw error;
    }
  }

  #rowsOfFile(): string {
    const { limit } = this.#options;
    const rows = limit === undefined ? this.#rows : Math.min(limit, this.#rows);
    if (this.#parquet === undefined) return `range(${rows})`;
    const all = `read_parquet(${quoteText(this.#file.path)})`;
    return rows === this.#rows ? all : `(FROM ${all} LIMIT ${rows})`;
  }

  #isWanted(key: string): boolean {
    const { names, undeclared } = this.#options;
    return undeclared === "omit" || names === undefined || names.has(key.toLowerCase());
  }

  #columnOf(
    member: { readonly key: string; readonly declared: string },
    { field, isKnown }: { readonly field: ArrowField | undefined; readonly isKnown: boolean },
  ): ArrowColumn | undefined {
    if (field === undefined || (!isKnown && this.#options.undeclared === "omit")) return undefined;
    const column = makeColumn(field, typeOfMember(member, this.#options));
    if (column === undefined)
      throw new UnsuitedValues(`the type of the column "${field.name}" does not say what it is in JSON`);
    return column;
  }
}

/** Decides how a column is stored. A value that surely fits its type is only cast. */
function planBatchColumn(
  { index, declared, facts }: PlannableColumn,
  column: ArrowColumn | undefined,
  { unfit }: Pick<BatchLoaderOptions, "unfit">,
): ColumnPlan {
  const value = `c${index}`;
  const plan = planColumn(value, { declared, facts, isJson: false, unfit });
  if (column === undefined) return { ...plan, read: plan.type, cell: `CAST(${value} AS ${plan.type})` };
  if (column.isJson && plan.type !== "JSON")
    return planColumn(value, { declared, facts, isJson: true, unfit });
  if (plan.isUnfit !== undefined) return plan;
  return { ...plan, read: plan.type, cell: `CAST(${value} AS ${plan.type})` };
}

/** Returns the expression that reads a column as it was planned. */
function cellOf(found: BatchColumn | undefined, { read, isUnfit }: ColumnPlan): string {
  if (found?.column === undefined) return "NULL";
  const isRead = found.column.isJson || (isUnfit !== undefined && read === "JSON");
  return isRead ? found.column.json(found.fileName) : found.column.value(found.fileName);
}
