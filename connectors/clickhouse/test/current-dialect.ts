import { Buffer } from "node:buffer";
import type { MomentColumn, PagedTable, SqlDialect, ValueColumn } from "@wellhead/test-support";
import { dialect } from "./sql-dialect.js";
import { valueColumns } from "./sql-values.js";

const text: ValueColumn["json"] = (shown) => JSON.stringify(shown);
const number: ValueColumn["json"] = (shown) => (/nan|inf/i.test(shown) ? "null" : shown);
const instant: ValueColumn["json"] = (shown) => JSON.stringify(`${shown.replace(" ", "T")}Z`);

const of = (type: string, json: ValueColumn["json"], ...values: ValueColumn["values"]): ValueColumn => ({
  type,
  json,
  values,
});

/** Values of the types that version 18 does not have. What the client writes otherwise is written out, digit by digit. */
const currentValues: readonly ValueColumn[] = [
  of("Nullable(Int128)", number, `'-${2n ** 127n}'`, `'${2n ** 127n - 1n}'`),
  of("Nullable(UInt128)", number, `'${2n ** 128n - 1n}'`),
  of("Nullable(Int256)", number, `'-${2n ** 255n}'`, `'${2n ** 255n - 1n}'`),
  of("Nullable(UInt256)", number, `'${2n ** 256n - 1n}'`),
  of(
    "Nullable(Decimal(76, 20))",
    number,
    [`'${"9".repeat(56)}.${"9".repeat(20)}'`, `${"9".repeat(56)}.${"9".repeat(20)}`],
    ["'-0.5'", "-0.50000000000000000000"],
  ),
  // As many digits as the nearest 32-bit float needs.
  of(
    "Nullable(BFloat16)",
    number,
    ["1.5", "1.5"],
    ["0.1", "0.099609375"],
    ["1e30", "9.953038e29"],
    ["nan", "null"],
  ),
  of("LowCardinality(Nullable(Float64))", number, "0.1", "-0.", "nan", "inf"),
  of("LowCardinality(Nullable(String))", text, "'low'", "''"),
  of("Nullable(Bool)", (shown) => shown, "true", "false"),
  of("Nullable(Date32)", text, "'1900-01-01'", "'2299-12-31'"),
  of(
    "Nullable(DateTime64(9, 'Asia/Tokyo'))",
    instant,
    "toDateTime64('2024-02-29 12:34:56.120', 9, 'UTC')",
    "toDateTime64('1900-01-01 00:00:00', 9, 'UTC')",
    "toDateTime64('2262-04-11 23:47:16', 9, 'UTC')",
  ),
  of(
    "Nullable(DateTime64(6))",
    instant,
    "toDateTime64('2024-02-29 12:34:56', 6, 'UTC')",
    "toDateTime64('2299-12-31 23:59:59.999999', 6, 'UTC')",
  ),
  of("Nullable(DateTime64(0))", instant, "toDateTime64('2024-02-29 12:34:56', 0, 'UTC')"),
  of("Nullable(Time)", text, "'-999:59:59'", "'999:59:59'", "'00:00:00'"),
  of("Nullable(Time64(3))", text, "'12:34:56.7'", "'-00:00:00.001'"),
  of("Nullable(IPv4)", text, "'0.0.0.0'", "'255.255.255.255'"),
  of("Nullable(IPv6)", text, "'::1'", "'2001:db8::ff00:42:8329'", "'::ffff:1.2.3.4'"),
  of("Nullable(Enum16('a' = -32768, 'b\\'' = 32767))", text, "'a'", "'b\\''"),
];

const pagedTables: readonly PagedTable[] = [
  ...dialect.pagedTables,
  {
    name: "types of today",
    create: `create table \`types of today\` (either Variant(UInt8, String), any Dynamic, document JSON,
        pairs Map(String, Int256), zero LowCardinality(Float64), half BFloat16, pad String)
        engine = MergeTree order by tuple();
      insert into \`types of today\` select if(number % 2, '7'::Variant(UInt8, String), 7::UInt8::Variant(UInt8, String)),
        if(number % 3 = 0, 7::Dynamic, '7'::Dynamic), concat('{"a":{"b":', toString(number % 5), '}}')::JSON,
        map('k', number % 4), if(number % 2, -0., 0.), number % 9, 'xx' from numbers(600);`,
    orderBy: ["zero", "half", "either", "any", "document", "pairs"],
    rows: 600,
  },
];

/** The SQL dialect of a current engine for the shared tests. */
export const currentDialect: SqlDialect = {
  ...dialect,
  types: { ...dialect.types, date: "Nullable(Date32)", timestamp: "Nullable(DateTime64(6))" },
  literal: (kind, value) => {
    if (kind === "timestamp") return `toDateTime64('${value}', 6, 'UTC')`;
    return kind === "text" ? `unhex('${Buffer.from(value).toString("hex")}')` : dialect.literal(kind, value);
  },
  values: [
    // Decimals are written with all of their places, which the engine's own text omits.
    ...valueColumns.map((column) => (column.type.includes("Decimal") ? withPlaces(column) : column)),
    ...currentValues,
  ],
  moments: [
    ...dialect.moments,
    { type: "Nullable(Date32)", digits: "day", literal: (moment) => `toDate32('${moment}')` },
    ...[0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map(
      (digits): MomentColumn => ({
        type: `Nullable(DateTime64(${digits}))`,
        digits,
        literal: (moment) => `toDateTime64('${moment}', ${digits}, 'UTC')`,
      }),
    ),
  ],
  pagedTables,
  lacks: { "early date": "dates begin in 1900", "late date": "dates end in 2299" },
};

function withPlaces(column: ValueColumn): ValueColumn {
  const places = Number(/, (\d+)\)/.exec(column.type)?.[1]);
  const json = (shown: string) => {
    const [whole = "", digits = ""] = shown.split(".");
    return `${whole}.${digits.padEnd(places, "0")}`;
  };
  return { ...column, json };
}
