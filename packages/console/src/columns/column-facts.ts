import type { ColumnKind, ColumnProfile } from "@wellhead/workbench/protocol";

/** The type of a column's values. */
export type CellType = "text" | "number" | "bool" | "date" | "array" | "object";

/** Facts about the values of one column, over all rows. */
export interface ColumnFacts {
  readonly id: string;
  /** The type of the values; empty when every value is null. */
  readonly types: readonly { readonly type: CellType; readonly count: number }[];
  /** Number of rows without a value. */
  readonly nulls: number;
  readonly distinct: number;
  /** Smallest and largest number or date, with every digit. */
  readonly min: string | undefined;
  readonly max: string | undefined;
  /** Counts of the bins between the smallest and the largest number or date; empty for other columns. */
  readonly bins: readonly number[];
  readonly top: readonly { readonly text: string; readonly count: number }[];
}

/** Facts about every column, and the number of rows they are based on. */
export interface GatheredFacts {
  readonly rows: number;
  readonly facts: readonly ColumnFacts[];
  /** Why there are no facts; empty when there are. */
  readonly problem: string;
}

const types: Readonly<Record<Exclude<ColumnKind, "nested">, CellType>> = {
  number: "number",
  boolean: "bool",
  date: "date",
  time: "date",
  instant: "date",
  text: "text",
};

/** Converts the profile of a column. */
export function columnFacts(profile: ColumnProfile): ColumnFacts {
  const { column, kind, rows, nulls, distinct, min, max, common = [], histogram = [] } = profile;
  const nested = common[0]?.value.startsWith("[") === true ? "array" : "object";
  const type = kind === "nested" ? nested : types[kind];
  const isRange = type === "number" || type === "date";
  return {
    id: column,
    types: rows === nulls ? [] : [{ type, count: rows - nulls }],
    nulls,
    distinct,
    min: isRange ? min : undefined,
    max: isRange ? max : undefined,
    bins: histogram.map(({ count }) => count),
    top: common.map(({ value, count }) => ({ text: value, count })),
  };
}
