import type { FilterColumn, FilterFeature } from "./filter-rows.js";

/** The filter of a case. Exactly one member is set. */
export interface FilterQuestion {
  /** One of several values of a column; the value as in the body of the request. */
  readonly values?: { readonly column: FilterColumn; readonly body: unknown };
  /** Text that contains other text, ignoring case. */
  readonly contains?: { readonly column: FilterColumn; readonly body: unknown };
  /** A range of numbers, both ends inclusive: `{"_min", "_max"}` as in the body of the request. */
  readonly range?: { readonly column: FilterColumn; readonly body: unknown };
  /** A period, both ends inclusive: a date or `{"_min", "_max"}` as in the body of the request. */
  readonly period?: { readonly column: FilterColumn; readonly body: unknown };
  /** Columns that must be NULL, and columns that must not. */
  readonly presence?: { readonly isNull?: readonly string[]; readonly isNotNull?: readonly string[] };
}

/** One filter with its expected result. */
export interface FilterCase {
  readonly name: string;
  readonly question: FilterQuestion;
  /** Returns whether the row of an id is expected; `"all"` for a filter without conditions, `"refused"` for a 400. */
  readonly expected: "all" | "refused" | ((id: number) => boolean);
  /** Feature that the engine must have; without it, the case does not apply. */
  readonly needs?: FilterFeature;
  /** Whether it repeats another case with a value that takes the same path, so that only the long form runs it. Default: `false`. */
  readonly isRepeat?: boolean;
}

/** Options of {@link casesOf}. */
export interface CasesOptions {
  readonly kind: "values" | "contains" | "range" | "period";
  readonly column: FilterColumn;
  /** Feature that the engine must have. Default: none. */
  readonly needs?: FilterFeature;
}

/** Creates cases for one column and one kind of filter. The word `"long"` marks a case that only the long form runs. */
export function casesOf(
  { kind, column, needs }: CasesOptions,
  rows: ReadonlyArray<
    readonly [name: string, body: unknown, expected: "all" | "refused" | readonly number[], run?: "long"]
  >,
): readonly FilterCase[] {
  return rows.map(([name, body, expected, run]) => ({
    name: `${column}: ${name}`,
    question: { [kind]: { column, body } },
    expected: typeof expected === "string" ? expected : (id) => expected.includes(id),
    ...(needs !== undefined && { needs }),
    isRepeat: run === "long",
  }));
}
