/** How a type of a file is documented to appear as a table. */
export interface FileKind {
  /** Its type in the file. */
  readonly type: string;
  /** SQL for a value, from `h`, a random UBIGINT, and `i`, the number of the row. */
  readonly value: string;
  /**
   * SQL for the value in the table of `wellhead sql`, from the column of the file; `number` for exact numbers, whose type
   * depends on all values.
   */
  readonly inTable: "number" | ((column: string) => string);
  /** SQL that converts a value of the table before it is compared, if it has several spellings. */
  readonly spelled?: (column: string) => string;
  /** Whether the type in Arrow says what the value is in JSON, so that the table is made from record batches. */
  readonly isBatch: boolean;
  /** SQL for the value in a file of Arrow, from the column of the file. Default: the same value. */
  readonly inArrow?: (column: string) => string;
  /** Whether another writer of Parquet keeps its values. Default: `true`. */
  readonly isPortable?: boolean;
}

const same = (column: string) => column;
const asText = (column: string) => `CAST(${column} AS VARCHAR)`;
const asInstant = (column: string) => `CAST(${column} AS TIMESTAMPTZ)`;

const texts = [
  "''",
  "'a'",
  "'Zürich 東京 😀'",
  "'say \"hi\"' || chr(10) || chr(92)",
  "repeat('x', 300)",
  "'null'",
  "'12'",
  "'2024-02-03'",
  "chr(1) || chr(31)",
  "'𝒳𝒴' || h::VARCHAR",
  "'exactly twelv'",
  "'0.1' || i::VARCHAR",
].join(", ");
const text = `([${texts}])[1 + (h % 12)::INTEGER]`;

const number = { inTable: "number", isBatch: true } as const;
const date = { inTable: asInstant, isBatch: true } as const;

const integers: readonly FileKind[] = [
  { ...number, type: "TINYINT", value: "((h % 256)::INTEGER - 128)::TINYINT" },
  { ...number, type: "UTINYINT", value: "(h % 256)::UTINYINT" },
  { ...number, type: "SMALLINT", value: "((h % 65536)::INTEGER - 32768)::SMALLINT" },
  { ...number, type: "USMALLINT", value: "(h % 65536)::USMALLINT" },
  { ...number, type: "INTEGER", value: "((h % 4294967296)::BIGINT - 2147483648)::INTEGER" },
  { ...number, type: "UINTEGER", value: "(h % 4294967296)::UINTEGER" },
  { ...number, type: "BIGINT", value: "(h >> 1)::BIGINT * CASE WHEN h % 2 = 0 THEN 1 ELSE -1 END" },
  { ...number, type: "BIGINT", value: "(h % 1000)::BIGINT" },
  { ...number, type: "UBIGINT", value: "h" },
  { ...number, type: "UBIGINT", value: "h >> 40" },
];

/** Returns decimals with random digits. */
function decimals(precision: number, scale: number): FileKind {
  const digits = `(lpad(h::VARCHAR, 20, '0') || lpad((h >> 3)::VARCHAR, 20, '0'))[41 - ${precision}:]`;
  const sign = "CASE WHEN h % 3 = 0 THEN '-' ELSE '' END";
  const point = precision - scale;
  const value = `(${sign} || ${digits}[:${point}] || '.' || ${digits}[${point + 1}:] || '0')::DECIMAL(${precision},${scale})`;
  return { ...number, type: `DECIMAL(${precision},${scale})`, value };
}

const doubles: readonly FileKind[] = [
  { ...number, type: "DOUBLE", value: "((h % 2000000)::DOUBLE - 1e6) / 8" },
  { ...number, type: "DOUBLE", value: "round((h % 100000000)::DOUBLE / 1e6, 2)" },
  // Most have 15 to 17 digits.
  {
    ...number,
    type: "DOUBLE",
    value: "(h >> 11)::DOUBLE / 9007199254740992 * 10 ** ((h % 10)::INTEGER - 3)",
  },
  // Some of these differ only beyond the fifteenth digit.
  { ...number, type: "DOUBLE", value: "(1e14 + (h % 90000000000000000)::DOUBLE) / 10 ** (h % 3)::INTEGER" },
  { ...number, type: "DOUBLE", value: "(h >> 6)::DOUBLE" },
  {
    ...number,
    type: "DOUBLE",
    value: "(['NaN'::DOUBLE, 'inf', '-inf', '-0.0', '0', '0.1', '-2.5'])[1 + (h % 7)::INTEGER]",
  },
  { inTable: "number", isBatch: false, type: "FLOAT", value: "((h % 1000000) / 1000)::FLOAT" },
];

const times: readonly FileKind[] = [
  { ...date, type: "DATE", value: "DATE '1000-01-01' + (h % 3200000)::INTEGER" },
  {
    ...date,
    type: "TIMESTAMP",
    value: "TIMESTAMP '1901-01-01' + to_microseconds((h % 9000000000000000)::BIGINT)",
  },
  { ...date, type: "TIMESTAMP", value: "TIMESTAMP '1901-01-01' + to_seconds((h % 9000000000)::BIGINT)" },
  {
    ...date,
    type: "TIMESTAMPTZ",
    value: "TIMESTAMPTZ '1901-01-01 00:00:00+00' + to_microseconds((h % 9000000000000000)::BIGINT)",
  },
  {
    ...date,
    type: "TIMESTAMP_S",
    value: "(TIMESTAMP '1901-01-01' + to_seconds((h % 9000000000)::BIGINT))::TIMESTAMP_S",
  },
  {
    ...date,
    type: "TIMESTAMP_MS",
    value: "(TIMESTAMP '1901-01-01' + to_milliseconds((h % 9000000000000)::BIGINT))::TIMESTAMP_MS",
  },
  // The engine of `wellhead sql` has no nanoseconds.
  { ...date, type: "TIMESTAMP_NS", value: "make_timestamp_ns((h % 4000000000000000)::BIGINT * 1000)" },
  {
    type: "TIME",
    value: "TIME '00:00:00' + to_microseconds((h % 86400000000)::BIGINT)",
    // The fraction has zero, three or six digits.
    inTable: (column) =>
      `regexp_replace(strftime(DATE '2000-01-01' + ${column}, '%H:%M:%S.%f'), '(\\.000000|000)$', '')`,
    isBatch: false,
  },
  {
    type: "INTERVAL",
    value:
      "to_months((h % 50)::INTEGER) + to_days((h % 1000)::INTEGER) + to_milliseconds((h % 86400000)::BIGINT)",
    inTable: asText,
    isBatch: true,
    inArrow: asText,
    isPortable: false,
  },
];

const others: readonly FileKind[] = [
  { type: "BOOLEAN", value: "h % 3 = 0", inTable: same, isBatch: true },
  { type: "VARCHAR", value: text, inTable: same, isBatch: true },
  {
    type: "VARCHAR",
    value: "(DATE '2024-01-01' + (h % 300)::INTEGER)::VARCHAR",
    inTable: same,
    isBatch: true,
  },
  { type: "VARCHAR", value: "h::VARCHAR", inTable: same, isBatch: true },
  {
    type: "UUID",
    value: "md5(h::VARCHAR)::UUID",
    inTable: asText,
    isBatch: false,
    // The other library does not know that these bytes are UUIDs.
    inArrow: (column) => `unhex(replace(CAST(${column} AS VARCHAR), '-', ''))`,
  },
  {
    type: "BLOB",
    value: "unhex(lpad(printf('%x', h), 16, '0'))[1:(h % 8)::INTEGER]",
    inTable: (column) => `base64(${column})`,
    isBatch: false,
  },
  {
    type: "JSON",
    value: `json_object('a', (h >> 1)::BIGINT, 'b "x"', [${text}, NULL], 'c', {'d': h % 2 = 0})`,
    inTable: (column) => `CAST(json(${column}) AS VARCHAR)`,
    isBatch: true,
    inArrow: asText,
    isPortable: false,
  },
];

/** Values that are JSON in the table are compared as values of their type, because numbers of JSON have several spellings. */
function nested(type: string, value: string, table: Pick<FileKind, "inTable" | "isBatch">): FileKind {
  return { ...table, type, value, spelled: (column) => `CAST(CAST(${column} AS JSON) AS ${type})` };
}

const list = { inTable: (column: string) => `to_json(${column})`, isBatch: true } as const;
const object = {
  inTable: (column: string) => `CAST(to_json(${column}) AS VARCHAR)`,
  isBatch: false,
} as const;

const nestedKinds: readonly FileKind[] = [
  nested("VARCHAR[]", `[${text}, NULL, 'b' || i][1:(h % 4)::INTEGER]`, list),
  nested("BIGINT[]", "[(h >> 1)::BIGINT, NULL, i][1:(h % 4)::INTEGER]", list),
  nested("DOUBLE[]", "[(h >> 11)::DOUBLE / 4096, NULL, -0.5][1:(h % 4)::INTEGER]", list),
  nested("INTEGER[]", "[(h % 1000)::INTEGER, NULL][1:(h % 3)::INTEGER]", { ...list, isBatch: false }),
  nested("BOOLEAN[]", "[h % 2 = 0, NULL, true][1:(h % 4)::INTEGER]", object),
  nested("BIGINT[][]", "[[(h >> 1)::BIGINT, NULL], NULL, [], [i, 2]][1:(h % 5)::INTEGER]", object),
  nested(
    "STRUCT(a BIGINT, b VARCHAR, c DOUBLE[], d STRUCT(e BOOLEAN))",
    `{'a': CASE WHEN h % 5 > 0 THEN (h >> 1)::BIGINT END, 'b': ${text}, 'c': [h::DOUBLE / 3, NULL],
    'd': CASE WHEN h % 2 = 0 THEN {'e': h % 3 = 0} END}`,
    object,
  ),
  nested("MAP(VARCHAR, BIGINT)", `MAP {${text}: (h >> 1)::BIGINT, 'k' || i: NULL}`, object),
  nested(
    "STRUCT(a VARCHAR, b INTEGER[])[]",
    `[{'a': ${text}, 'b': [1, NULL]}, NULL, {'a': NULL, 'b': NULL}][1:(h % 4)::INTEGER]`,
    object,
  ),
];

/** Kinds of columns of a file. */
export const fileKinds: readonly FileKind[] = [
  ...integers,
  decimals(4, 2),
  decimals(9, 3),
  decimals(18, 6),
  decimals(19, 0),
  decimals(38, 0),
  decimals(38, 10),
  decimals(38, 37),
  ...doubles,
  ...times,
  ...others,
  ...nestedKinds,
];
