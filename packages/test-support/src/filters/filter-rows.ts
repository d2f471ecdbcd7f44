/** The type of a column of the table. */
export type FilterColumnKind = "integer" | "text" | "decimal" | "double" | "single" | "date" | "timestamp";

/** A feature that not every engine has. */
export type FilterFeature =
  /** Stores NaN. */
  | "nan"
  /** Stores ±infinity as a number. */
  | "infinity"
  /** Stores decimals with more digits than a double has. */
  | "decimal"
  /** Stores the sign of a zero. */
  | "negative zero"
  /** Stores doubles far from 1, which are written with an exponent. */
  | "exponent"
  /** Stores 32-bit floats. */
  | "single"
  /** Stores integers beyond 2^53. */
  | "long integer"
  /** Stores dates before 1900. */
  | "early date"
  /** Stores dates before 1970. */
  | "date before 1970"
  /** Stores dates from 2106 on. */
  | "late date"
  /** Stores times in microseconds. */
  | "microseconds"
  /** Filters by text that contains other text. */
  | "contains"
  /** Filters a column of numbers by several values. */
  | "number values"
  /** Lets the user choose the column, including one of the wrong type. */
  | "chosen column";

/** One row of the table; cells that are not listed are NULL. */
export interface FilterRow {
  readonly id: number;
  readonly cells: Readonly<Record<string, string>>;
  /** Feature that the engine must have; without it, the row is omitted. */
  readonly needs?: FilterFeature;
}

/** The columns of the table, in order. */
export const filterColumns = {
  id: "integer",
  label: "text",
  n: "integer",
  amount: "decimal",
  ratio: "double",
  single: "single",
  day: "date",
  at: "timestamp",
} as const satisfies Readonly<Record<string, FilterColumnKind>>;

/** A column of the table. */
export type FilterColumn = keyof typeof filterColumns;

/** Returns one row per value. The ids of a column share their first digit: 1 for `label`, 2 for `n` and so on. */
function rowsOf(column: FilterColumn, first: number, values: readonly (string | NeedyValue)[]) {
  return values.map((value, index): FilterRow => {
    const { text, needs } = typeof value === "string" ? { text: value, needs: undefined } : value;
    return { id: first + index, cells: { [column]: text }, ...(needs !== undefined && { needs }) };
  });
}

interface NeedyValue {
  readonly text: string;
  readonly needs: FilterFeature;
}

function needing(needs: FilterFeature, ...values: readonly string[]): readonly NeedyValue[] {
  return values.map((text) => ({ text, needs }));
}

const texts =
  '|a|A|ä|Ä|a | a|%|_|50% off|a_b|a\\b|it\'s|a,b|null|NULL|ß|ss|😀|Zo\u00eb|Zoe\u0308|1|1.0|Straße|line\nend|x\ty|"q"'.split(
    "|",
  );
const integers = [
  "0",
  "-1",
  "9007199254740991",
  "9007199254740992",
  ...needing("long integer", "9007199254740993", "9223372036854775807", "-9223372036854775808"),
  "5",
];
const decimals = needing(
  "decimal",
  "0.1",
  "12345678901234567890.0000000001",
  "12345678901234567890.0000000002",
  "-0.0000000001",
);
const days = [
  "2024-03-09",
  "2024-03-10",
  "2024-03-11",
  ...needing("late date", "9999-12-31"),
  ...needing("date before 1970", "1969-12-31"),
  ...needing("early date", "0001-01-01"),
];
const times = [
  "2024-03-10 00:00:00",
  ...needing("microseconds", "2024-03-10 12:30:00.123456", "2024-03-10 23:59:59.999999"),
  ...needing("late date", "9999-12-31 23:59:59.999"),
  ...needing("date before 1970", "1969-12-31 23:59:59"),
];

/**
 * The rows of the table. Each row has one value, and the last row has only NULLs. Cells are plain text, such as
 * `-0`, `NaN`, `Infinity`, `2024-03-10 12:30:00.123456`.
 */
export const filterRows: readonly FilterRow[] = [
  ...rowsOf("label", 101, texts),
  ...rowsOf("n", 201, integers),
  ...rowsOf("amount", 301, decimals),
  ...rowsOf("ratio", 401, [
    "0",
    ...needing("negative zero", "-0"),
    "1.5",
    "-1.5",
    ...needing("nan", "NaN"),
    ...needing("infinity", "Infinity", "-Infinity"),
    "0.1",
    ...needing("exponent", "1e308", "5e-324"),
  ]),
  ...rowsOf("single", 451, needing("single", "0.1", "0.2", "16777216")),
  ...rowsOf("day", 501, days),
  ...rowsOf("at", 601, times),
  { id: 901, cells: {} },
];
