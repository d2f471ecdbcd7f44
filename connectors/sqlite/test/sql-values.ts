import type { ValueColumn } from "@wellhead/test-support";

/** Python shows the class of a value before it: `i`, `f`, `t`, or `b` with hexadecimal digits. */
const json: ValueColumn["json"] = (shown) => {
  const [type, value] = [shown.slice(0, 1), shown.slice(2)];
  if (type === "b") return JSON.stringify(Buffer.from(value, "hex").toString("base64"));
  if (type === "t") return JSON.stringify(value);
  return /inf/.test(value) ? "null" : value;
};

const of = (type: string, ...values: ValueColumn["values"]): ValueColumn => ({ type, json, values });
const unfit = (type: string, ...values: ValueColumn["values"]): ValueColumn => ({
  ...of(type, ...values),
  isUnfit: true,
});
/** Columns that also contain values of other types. */
const mixed = (type: string, ...values: ValueColumn["values"]): ValueColumn => ({
  ...of(type, ...values),
  isMixed: true,
  isUnfit: true,
});

/**
 * Values of columns of every declared type, including values of other classes. The table in the README is generated
 * from them.
 */
export const valueColumns: readonly ValueColumn[] = [
  mixed(
    "integer",
    "0",
    "9007199254740993",
    "-9223372036854775808",
    "9223372036854775807",
    "1.5",
    "'twelve'",
    "x'ff00'",
  ),
  of(
    "real",
    "0.1",
    "0.1 + 0.2",
    "5e-324",
    ["1.7976931348623157e308", "1.7976931348623157e+308"],
    "9.001139908040379",
    "1",
    "999999999.999999",
    "123456789.1234567",
    "9e999",
    "-9e999",
  ),
  mixed("decimal(10, 2)", "12.50", "'12.50'", "12", "'n/a'", "x'00'"),
  of(
    "text",
    "''",
    "'a,b'",
    `'say "hi"'`,
    "'back\\slash'",
    "char(13, 10)",
    "char(1, 2, 31, 9)",
    "char(1, 1) || '41' || char(1, 1)",
    "'😀é日本'",
    "42",
    "x'0001'",
    // These two are also valid binary JSON of SQLite, so its JSON functions would read them as JSON.
    "x'00'",
    "x'1341'",
    "'AA=='",
  ),
  of("text collate nocase", "'Ab'", "'aB'", "'AB'", "x'41'"),
  of("varchar(5)", "'longer than five'", "1.5"),
  of("blob", "x''", "x'00'", "x'00ff'", "x'0102030405'", "'text'", "1", "1.5"),
  mixed("boolean", ["true", "true"], ["0", "false"], "7", "0.5", "'1e'", "'yes'"),
  unfit(
    "date",
    "'2024-02-29'",
    ["1709210096", '"2024-02-29"'],
    ["2460369.5", '"2024-02-29"'],
    "'tomorrow'",
    "'0000-00-00'",
    "'-0044-03-15'",
    "'10000-01-01'",
  ),
  unfit(
    "datetime",
    ["'2024-02-29 12:34:56'", '"2024-02-29T12:34:56"'],
    ["'2024-02-29 12:34:56.123456+02:00'", '"2024-02-29T12:34:56.123456+02:00"'],
    "'2024-02-29T12:34:56Z'",
    "'2024-02-29 soon'",
    ["'2024-02-29 12:34 é'", '"2024-02-29T12:34 é"'],
    "x'323032342d30322d32392031'",
    ["1709210096", '"2024-02-29T12:34:56Z"'],
    ["1709210096123", '"2024-02-29T12:34:56.123Z"'],
    ["-1", '"1969-12-31T23:59:59Z"'],
    ["2460370.25", '"2024-02-29T18:00:00.000Z"'],
    "9223372036854775807",
  ),
  {
    ...of(
      "json",
      [`'{"a":[1,2.50],"big":9007199254740993}'`, '{"a":[1,2.50],"big":9007199254740993}'],
      ["'null'", "null"],
    ),
    isDocument: true,
  },
  of("", "1", "1.5", "'1'", "x'01'"),
];
