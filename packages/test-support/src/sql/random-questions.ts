import * as fc from "fast-check";
import type { FilterColumn } from "../filters/filter-rows.js";
import type { SqlDialect, SqlFeature } from "./sql-database.js";

/** A column of a random table, besides its id. */
export type RandomColumn = Exclude<FilterColumn, "id" | "single">;

/** The cells of a random row as plain text; cells that are not listed are NULL. */
export type RandomRow = Readonly<Partial<Record<RandomColumn, string>>>;

/** What a request asks of a random table. */
export interface RandomQuestion {
  /** Columns to return, besides the id. */
  readonly columns: readonly RandomColumn[];
  readonly range?: {
    readonly column: "n" | "amount" | "ratio";
    readonly min?: string;
    readonly max?: string;
  };
  readonly values?: { readonly column: RandomColumn; readonly values: readonly string[] };
  readonly period?: { readonly column: "day" | "at"; readonly min?: string; readonly max?: string };
  readonly contains?: string;
  readonly isNull?: readonly RandomColumn[];
  readonly isNotNull?: readonly RandomColumn[];
  /** The page; the rows are then ordered by their id. Default: all rows in any order. */
  readonly page?: { readonly skip: number; readonly limit: number; readonly descending: boolean };
}

const integers = [0n, 1n, 4n, 5n, 2n ** 53n - 1n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 63n - 1n];
/** Values of rows. Many are next to each other, so that a rounded bound is noticed. */
const held: Readonly<Record<RandomColumn, readonly string[]>> = {
  label: [
    "",
    " ",
    "a",
    "A",
    "a ",
    "ab",
    "é",
    "É",
    "e\u0301",
    "ß",
    "ss",
    "%",
    "_",
    "a\\b",
    "'",
    '"',
    "1",
    "null",
    "😀",
  ],
  n: [...integers.map(String), ...integers.map((value) => String(-value)), "-9223372036854775808"],
  amount: [
    "0",
    "0.1",
    "-0.1",
    "0.1000000001",
    "12345678901234567890.0000000001",
    "12345678901234567890.0000000002",
  ],
  ratio: [
    "0",
    "-0",
    "0.1",
    "0.2",
    "-0.1",
    "1.5",
    "9007199254740992",
    "9007199254740994",
    "1e308",
    "5e-324",
    "NaN",
  ],
  day: ["1970-01-01", "2024-02-28", "2024-02-29", "2024-03-01", "9999-12-31"],
  at: ["1970-01-01 00:00:00", "2024-02-29 00:00:00", "2024-02-29 12:30:00.5", "2024-03-01 00:00:00"],
};
/** Bounds that no row holds. */
const between = {
  n: [
    "0.5",
    "-0.5",
    "4.9",
    "9007199254740992.5",
    "-9007199254740992.5",
    "9223372036854775808",
    "18446744073709551616",
  ],
  amount: ["0.10000000000000000001", "0.1000000000999", "-0.05", "12345678901234567890.00000000011"],
  ratio: [
    "0.10000000000000000001",
    "0.15",
    "-0.10000000000000000001",
    "9007199254740993",
    "18446744073709551616",
  ],
} as const;
/** Bounds of periods that are dates or instants. */
const instants = [
  "1970-01-01",
  "2024-02-29",
  "2024-02-29T12:30:00.500Z",
  "2024-02-29T12:30:00.499Z",
  "2024-03-01",
];

/**
 * Creates random rows.
 *
 * @param dialect - The features of the database
 * @returns Rows whose values the database can hold
 */
export function randomRows(dialect: SqlDialect): fc.Arbitrary<readonly RandomRow[]> {
  const cells = columnsOf(dialect).map((column) => [column, fc.constantFrom(...valuesOf(dialect, column))]);
  // The cast is safe: the entries have the columns as keys and their values as values.
  const row = fc.record(Object.fromEntries(cells) as Record<RandomColumn, fc.Arbitrary<string>>, {
    requiredKeys: [],
  });
  return fc.array(row, { minLength: 1, maxLength: 40 });
}

/**
 * Creates random questions.
 *
 * @param dialect - The features of the database
 * @returns Questions that the service accepts
 */
export function randomQuestion(dialect: SqlDialect): fc.Arbitrary<RandomQuestion> {
  const columns = columnsOf(dialect);
  const some = fc.subarray([...columns], { maxLength: 2 });
  const numbers = columns.filter((column) => column === "n" || column === "amount" || column === "ratio");
  const range = fc.constantFrom(...numbers).chain((column) => {
    const known = valuesOf(dialect, column).filter((value) => value !== "NaN");
    const bounds = [...known, ...between[column], ...between[column]];
    return endsOf(bounds, compareNumbers).map((ends) => ({ column, ...ends }));
  });
  const period = fc
    .constantFrom("day" as const, "at" as const)
    .chain((column) => endsOf(instants, compareTexts).map((ends) => ({ column, ...ends })));
  const values = fc.constantFrom(...columns.filter((column) => column !== "at")).chain((column) => {
    const others = column === "n" || column === "amount" || column === "ratio" ? between[column] : [];
    const known = [...valuesOf(dialect, column), ...others];
    return fc.subarray(known, { minLength: 1, maxLength: 4 }).map((chosen) => ({ column, values: chosen }));
  });
  // A question with many filters has no rows, so each has one, and some have two.
  const filters: fc.Arbitrary<Partial<RandomQuestion>> = fc.oneof(
    fc.record({ range }),
    fc.record({ values }),
    fc.record({ period }),
    fc.record({ contains: fc.constantFrom("a", "A", "%", "_", "\\", "'", " ") }),
    fc.record({ isNull: some }),
    fc.record({ range, isNotNull: some }),
    fc.record({ values, period }),
  );
  const page = fc.record({ skip: fc.nat(20), limit: fc.nat(20), descending: fc.boolean() });
  const shape = fc.record({ columns: fc.subarray([...columns]), page }, { requiredKeys: ["columns"] });
  return fc.tuple(filters, shape).map(([filter, shown]) => ({ ...filter, ...shown }));
}

/**
 * Creates questions whose ranges and periods begin or end at a value that a row has, so that a bound which is left out of
 * its range is noticed in every column.
 *
 * @param rows - The rows of the table
 * @returns Two questions per column of numbers, dates or instants that has a value
 */
export function edgeQuestions(rows: readonly RandomRow[]): readonly RandomQuestion[] {
  const heldBy = (column: RandomColumn): string | undefined =>
    rows.map((row) => row[column]).findLast((cell) => cell !== undefined && cell !== "NaN");
  const columns: readonly RandomColumn[] = [];
  return [
    ...(["n", "amount", "ratio"] as const).flatMap((column): readonly RandomQuestion[] => {
      const value = heldBy(column);
      if (value === undefined) return [];
      return [
        { columns, range: { column, min: value } },
        { columns, range: { column, max: value } },
      ];
    }),
    ...(["day", "at"] as const).flatMap((column): readonly RandomQuestion[] => {
      const value = heldBy(column);
      if (value === undefined) return [];
      const edge = column === "day" ? value : new Date(`${value.replace(" ", "T")}Z`).toISOString();
      return [
        { columns, period: { column, min: edge } },
        { columns, period: { column, max: edge } },
      ];
    }),
  ];
}

/**
 * Compares two numbers exactly.
 *
 * @param one - A decimal, with or without an exponent
 * @param other - Another
 * @returns A negative number, 0 or a positive number
 */
export function compareNumbers(one: string, other: string): number {
  const [left, right] = [scaled(one), scaled(other)];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** Maximum number of decimal places of the numbers of this file. */
const places = 330;

function scaled(text: string): bigint {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d*))?(?:e([-+]?\d+))?$/i.exec(text) ?? [];
  if (whole === "") throw new TypeError(`expected a number, got ${text}`);
  const size = BigInt(whole + fraction) * 10n ** BigInt(places + Number(exponent) - fraction.length);
  return sign === "" ? size : -size;
}

/** Returns the columns that a random table of the database has. */
export function columnsOf({ lacks }: SqlDialect): readonly RandomColumn[] {
  const all: readonly RandomColumn[] = ["label", "n", "amount", "ratio", "day", "at"];
  return all.filter((column) => column !== "amount" || !("decimal" in lacks));
}

/** Values that only databases with a feature hold. */
const needed: readonly (readonly [feature: SqlFeature, value: RegExp])[] = [
  ["nan", /^NaN$/],
  ["negative zero", /^-0$/],
  ["microseconds", /:\d\d\./],
  ["late date", /^9999-/],
];

function valuesOf({ lacks }: SqlDialect, column: RandomColumn): readonly string[] {
  const unheld = needed.filter(([feature]) => feature in lacks);
  return held[column].filter((value) => !unheld.some(([, pattern]) => pattern.test(value)));
}

/** Creates one or two ends, the smaller one first. */
function endsOf(bounds: readonly string[], compare: (one: string, other: string) => number) {
  return fc
    .tuple(fc.constantFrom(...bounds), fc.constantFrom(...bounds), fc.constantFrom("min", "max", "both"))
    .map(([one, other, ends]) => {
      const [min = one, max = one] = [one, other].toSorted(compare);
      return { ...(ends !== "max" && { min }), ...(ends !== "min" && { max }) };
    });
}

function compareTexts(one: string, other: string): number {
  return one < other ? -1 : 1;
}
