import * as fc from "fast-check";

// Random sources with columns of every type, and random statements over them in two spellings.

/** A column of a source. */
export interface PushedColumn {
  readonly name: string;
  /** The type that the connector declares. */
  readonly type: string;
  /** The type in the database of the test. */
  readonly sql: string;
}

/** A row: the JSON of its cells, their values in the database of the test, and the columns whose values do not fit. */
export interface PushedRow {
  readonly texts: Readonly<Record<string, string>>;
  readonly values: Readonly<Record<string, string | null>>;
  readonly bad: readonly string[];
  /** Day of the column `d`; `undefined` without a date. */
  readonly day: string | undefined;
}

/** A source. */
export interface PushedSource {
  readonly mode: "declared" | "partly" | "undeclared";
  /** Whether the filter `g` is required. */
  readonly isRequired: boolean;
  /** Whether the filters are ignored. */
  readonly isCareless: boolean;
  readonly columns: readonly PushedColumn[];
  readonly rows: readonly PushedRow[];
}

/** A statement over a source, in a spelling from which filters may be derived, and in another. */
export interface PushedCase {
  readonly source: PushedSource;
  readonly pushed: string;
  readonly unpushed: string;
  /** The conditions of WHERE, all of which must be true, in the second spelling. */
  readonly conditions: readonly { readonly spelled: string; readonly columns: readonly string[] }[];
  /** The columns that the statement uses. */
  readonly used: readonly string[];
}

const { constantFrom, record, tuple, integer } = fc;

/** The JSON of a cell, and its value in the database of the test. `null` twice for NULL. */
type CellValue = readonly [json: string, value: string | null];
const nothing: CellValue = ["null", null];
function two(value: number): string {
  return String(value).padStart(2, "0");
}

const texts = constantFrom<CellValue>(
  ['"7"', "7"],
  ["7", "7"],
  ['"007"', "007"],
  ["9007199254740993", "9007199254740993"],
  ["0.5", "0.5"],
  ["true", "true"],
  ['"n/a"', "n/a"],
  ['"2026-01-05"', "2026-01-05"],
  ['""', ""],
  nothing,
);
const numbers = constantFrom<CellValue>(
  ["7", "7"],
  ["52", "52"],
  ["0", "0"],
  ["-3", "-3"],
  ["0.5", "0.5"],
  ["10.25", "10.25"],
  ["1e-7", "0.0000001"],
  ["1E+3", "1000"],
  ["9007199254740993", "9007199254740993"],
  nothing,
);
const booleans = constantFrom<CellValue>(["true", "true"], ["false", "false"], nothing);
const dates = tuple(
  integer({ min: 1, max: 28 }),
  constantFrom("", "T10:00", "T00:00:00Z", "T23:30:00.5-02:00"),
).map(([day, rest]): CellValue => {
  const text = `2026-01-${two(day)}${rest}`;
  return [JSON.stringify(text), text];
});
const days = integer({ min: 1, max: 28 }).map(
  (day): CellValue => [`"2026-01-${two(day)}"`, `2026-01-${two(day)}`],
);
const groups = constantFrom("ok", "bad", "7");
/** Values that do not fit a column. */
const wrong: Readonly<Record<string, string>> = { n: '"n/a"', b: '"maybe"', d: '"soon"' };

const declaredColumns: readonly PushedColumn[] = [
  { name: "g", type: "text", sql: "VARCHAR" },
  { name: "i", type: "id", sql: "VARCHAR" },
  { name: "k", type: "id", sql: "BIGINT" },
  { name: "t", type: "text", sql: "VARCHAR" },
  { name: "n", type: "number", sql: "DECIMAL(38,10)" },
  { name: "b", type: "bool", sql: "BOOLEAN" },
  { name: "d", type: "date", sql: "TIMESTAMPTZ" },
];
/** The types that the values of all rows have. */
const foundColumns = declaredColumns.map((column) =>
  column.name === "d" ? { ...column, sql: "DATE" } : column,
);

/** The first row of a source, because of which the values of all rows decide for the types above. */
const first = {
  g: ['"ok"', "ok"],
  i: ['"x"', "x"],
  k: ["1", "1"],
  t: ['"n/a"', "n/a"],
  n: ["1", "1"],
  b: ["true", "true"],
  d: ['"2026-01-09"', "2026-01-09"],
} as const;

const mode = constantFrom("declared", "declared", "declared", "partly", "undeclared");
const source: fc.Arbitrary<PushedSource> = tuple(mode, fc.boolean(), integer({ min: 0, max: 3 })).chain(
  ([kind, isCareless, required]) => {
    const isDeclared = kind === "declared";
    const cells = record({
      g: groups,
      // A source sends ids as texts or as integers.
      i: texts.map(([json, value]): CellValue => [value === null ? json : JSON.stringify(value), value]),
      k: constantFrom<CellValue>(
        ["7", "7"],
        ["52", "52"],
        ["-3", "-3"],
        ["9007199254740993", "9007199254740993"],
        nothing,
      ),
      t: texts,
      // A column of numbers with an exponent that nobody declares has another type.
      n: isDeclared ? numbers : numbers.filter(([json]) => !/\de/i.test(json)),
      b: booleans,
      d: isDeclared ? dates : days,
    });
    const bad = isDeclared
      ? fc.option(constantFrom("n", "b", "d"), { nil: undefined, freq: 8 })
      : fc.constant(undefined);
    const row = tuple(cells, bad).map(([all, name]): PushedRow => {
      const { g, ...others } = all;
      const entries = Object.entries<CellValue>({ g: [JSON.stringify(g), g], ...others });
      return {
        texts: Object.fromEntries(
          entries.map(([id, [json]]) => [id, id === name ? (wrong[id] ?? json) : json]),
        ),
        values: Object.fromEntries(entries.map(([id, [, value]]) => [id, id === name ? null : value])),
        bad: name === undefined ? [] : [name],
        day: name === "d" ? undefined : dayOf(all.d[1] ?? ""),
      };
    });
    const start: PushedRow = {
      texts: Object.fromEntries(Object.entries(first).map(([id, [json]]) => [id, json])),
      values: Object.fromEntries(Object.entries(first).map(([id, [, value]]) => [id, value])),
      bad: [],
      day: "2026-01-09",
    };
    return fc.array(row, { minLength: 0, maxLength: 12 }).map((rows) => ({
      mode: kind,
      isRequired: isDeclared && required === 0,
      isCareless,
      columns: isDeclared ? declaredColumns : foundColumns,
      // In any position, so that a filter or a limit may exclude it.
      rows: [...rows, start],
    }));
  },
);

function dayOf(text: string): string {
  // At 23:30 and two hours behind, it is the next day.
  const date = new Date(text.endsWith("T10:00") ? `${text}Z` : text);
  return date.toISOString().slice(0, 10);
}

/** Expressions, each with the columns that it uses. */
const expressions = constantFrom<readonly [string, string]>(
  ["max(t)", "t"],
  ["min(i)", "i"],
  ["max(k)", "k"],
  ["count(t)", "t"],
  ["string_agg(t, ',' ORDER BY t)", "t"],
  ["sum(n)", "n"],
  ["max(n)", "n"],
  ["avg(n)", "n"],
  ["sum(n * 2 + 1)", "n"],
  ["count(DISTINCT n)", "n"],
  ["sum(CASE WHEN n > 5 THEN 1 ELSE 0 END)", "n"],
  ["bool_and(b)", "b"],
  ["count(*) FILTER (b)", "b"],
  ["max(d)", "d"],
  ["count(DISTINCT d)", "d"],
  ["max(year(d))", "d"],
  ["count(*) FILTER (t <> '007')", "t"],
  ["count(*) FILTER (i = t)", "it"],
  ["count(*)", ""],
);
const lists = constantFrom<readonly [string, string]>(
  ["t, n", "tn"],
  ["i, b, d", "ibd"],
  ["k, i", "ki"],
  ["n, n + 1 AS m", "n"],
  ["DISTINCT t", "t"],
  ["t, count(*) AS c", "t"],
  ["g, t", "t"],
);

/** Conditions: a spelling from which a filter may be derived, another one, and the column. */
const selecting = constantFrom<readonly [string, string, string]>(
  ["g = 'ok'", "g || '' = 'ok'", "g"],
  ["g IN ('bad')", "concat(g) = 'bad'", "g"],
  ["'7' = g", "g || '' = '7'", "g"],
  ["d >= '2026-01-10'", "d + INTERVAL 0 DAY >= '2026-01-10'", "d"],
  [
    "d BETWEEN '2026-01-05' AND '2026-01-12'",
    "d + INTERVAL 0 DAY BETWEEN '2026-01-05' AND '2026-01-12'",
    "d",
  ],
  ["d = '2026-01-09'", "d + INTERVAL 0 DAY = '2026-01-09'", "d"],
);
/** Conditions from which none is derived. */
const others = constantFrom<readonly [string, string]>(
  ["t <> '007'", "t"],
  ["n > 5", "n"],
  ["b", "b"],
  ["i IS NOT NULL", "i"],
  ["k > 10", "k"],
  ["t = i", "ti"],
);

/** A source and a statement. */
export const randomPushedCase: fc.Arbitrary<PushedCase> = tuple(
  source,
  fc.oneof(expressions, lists),
  selecting,
  fc.option(others, { nil: undefined }),
).map(([from, [given, listed], [plain, other, column], more]) => {
  // The type that the values have limits products.
  const list = from.mode === "declared" ? given : given.replace("sum(n * 2 + 1)", "sum(n) * 2 + 1");
  // A required filter gets its value from WHERE in every spelling.
  const required = "g = concat('o', 'k')";
  const [first_, second, name] = from.isRequired ? ["g = 'ok'", required, "g"] : [plain, other, column];
  const spelled = (condition: string) => {
    const where = [condition, ...(more === undefined ? [] : [more[0]])].join(" AND ");
    return `SELECT ${list} FROM f.src WHERE ${where}${list.startsWith("t, count") ? " GROUP BY t" : ""}`;
  };
  const conditions = [
    { spelled: second, columns: [name] },
    ...(more === undefined ? [] : [{ spelled: more[0], columns: Array.from(more[1]) }]),
  ];
  const used = [...new Set([...Array.from(listed), name, ...Array.from(more?.[1] ?? "")])];
  return { source: from, pushed: spelled(first_), unpushed: spelled(second), conditions, used };
});
