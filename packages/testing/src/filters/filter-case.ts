import type { FilterColumn, FilterFeature } from "./filter-rows.js";

/** What a case asks for. Exactly one member is set. */
export interface FilterQuestion {
  /** One of several values of a column; the value as it stands in the body. */
  readonly values?: { readonly column: FilterColumn; readonly body: unknown };
  /** Text that contains other text, whatever the case. */
  readonly contains?: { readonly column: FilterColumn; readonly body: unknown };
  /** A range of numbers, both ends inclusive: `{"_min", "_max"}` as it stands in the body. */
  readonly range?: { readonly column: FilterColumn; readonly body: unknown };
  /** A period, both ends inclusive: a date or `{"_min", "_max"}` as it stands in the body. */
  readonly period?: { readonly column: FilterColumn; readonly body: unknown };
  /** Columns that must be NULL, and columns that must not. */
  readonly presence?: { readonly isNull?: readonly string[]; readonly isNotNull?: readonly string[] };
}

/** One filter and what it means. */
export interface FilterCase {
  readonly name: string;
  readonly question: FilterQuestion;
  /** Whether the row of an id is wanted; `"all"` when the filter asks for nothing, `"refused"` for a 400. */
  readonly expected: "all" | "refused" | ((id: number) => boolean);
  /** What an engine must be able to do; without it, the case does not apply. */
  readonly needs?: FilterFeature;
}

/** What cases ask, and in which way. */
export interface CasesOptions {
  readonly kind: "values" | "contains" | "range" | "period";
  readonly column: FilterColumn;
  /** What an engine must be able to do. Default: nothing special. */
  readonly needs?: FilterFeature;
}

/** Builds cases about one column in one way of asking. */
export function casesOf(
  { kind, column, needs }: CasesOptions,
  rows: ReadonlyArray<
    readonly [name: string, body: unknown, expected: "all" | "refused" | readonly number[]]
  >,
): readonly FilterCase[] {
  return rows.map(([name, body, expected]) => ({
    name: `${column}: ${name}`,
    question: { [kind]: { column, body } },
    expected: typeof expected === "string" ? expected : (id) => expected.includes(id),
    ...(needs !== undefined && { needs }),
  }));
}
