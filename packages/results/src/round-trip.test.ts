import { RowServer } from "@wellhead/test-support/http/row-server";
import {
  array,
  assert,
  asyncProperty,
  bigInt,
  constant,
  constantFrom,
  double,
  maxSafeInteger,
  oneof,
  string,
  stringMatching,
} from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { Results } from "./store/results.js";

const server = new RowServer();
let results: Results;
let tables = 0;

beforeAll(async () => {
  await server.start();
  results = await Results.open();
});
afterAll(async () => {
  await results.close();
  await server.stop();
});

// The reference below is independent of the code under test. A number consists of its sign, its digits without leading
// and trailing zeros, and its power of ten.
function valueOf(literal: string): string {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(literal) ?? [];
  const digits = (whole + fraction).replace(/^0+/, "");
  const trimmed = digits.replace(/0+$/, "");
  if (trimmed === "") return `${sign}0`;
  return `${sign}${trimmed}e${Number(exponent) - fraction.length + digits.length - trimmed.length}`;
}

/** Normalizes every number and every string of a JSON text. */
function spelled(json: string): string {
  return json.replaceAll(/"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|\s+/g, (token) => {
    if (token.startsWith('"')) return JSON.stringify(JSON.parse(token));
    return token.trim() === "" ? "" : valueOf(token);
  });
}

const numberLiteral = oneof(
  bigInt({ min: -(10n ** 45n), max: 10n ** 45n }).map(String),
  maxSafeInteger().map(String),
  double({ noNaN: true, noDefaultInfinity: true }).map((value) =>
    Object.is(value, -0) ? "-0" : String(value),
  ),
  stringMatching(/^-?(?:0|[1-9]\d{0,24})\.\d{1,24}$/),
  stringMatching(/^-?(?:0|[1-9]\d{0,5})(?:\.\d{1,3})?[eE][+-]?\d{1,3}$/),
  constantFrom("-0", "0", "1e400", "-1E-400", "9007199254740993", "0.1", "1.50", "100.00"),
);
const text = oneof(
  string({ unit: "grapheme" }).map((value) => JSON.stringify(value)),
  constantFrom(
    '"00501"',
    '"NaN"',
    '"null"',
    '"true"',
    '""',
    '"\\u0000"',
    String.raw`"\u00e9\/\ud83d\ude00"`,
    '"1e5"',
  ),
);
const nested = array(oneof(numberLiteral, text, constantFrom("null", "true")), { maxLength: 3 }).chain(
  (items) => constantFrom(`[${items.join(", ")}]`, `{"k":[${items.join(",")}]}`),
);
const cell = oneof(numberLiteral, text, nested, constantFrom("true", "false", "null"), constant(undefined));
// A column has values of one kind or of mixed kinds, with an occasional null or missing value.
const column = constantFrom(numberLiteral, text, nested, constantFrom("true", "false"), cell).chain((kind) =>
  array(oneof({ arbitrary: kind, weight: 9 }, { arbitrary: constantFrom("null", undefined), weight: 1 }), {
    minLength: 6,
    maxLength: 6,
  }),
);

/** Returns whether a value was read back correctly: unchanged, or as its text where no other type can store it. */
function isSame(sent: string | undefined, received: string): boolean {
  if (sent === undefined || sent === "null") return received === "null";
  if (spelled(sent) === spelled(received)) return true;
  if (!received.startsWith('"') || sent.startsWith('"')) return false;
  return spelled(String(JSON.parse(received))) === spelled(sent);
}

/** Writes columns as rows of JSON; a missing value becomes a missing member. */
function linesOf(columns: readonly (readonly (string | undefined)[])[]): readonly string[] {
  return (columns[0] ?? []).map((_, row) => {
    const members = columns.flatMap((cells, index) => {
      const value = cells[row];
      return value === undefined ? [] : [`"c${index}":${value}`];
    });
    return `{${members.join(",")}}`;
  });
}

/** Loads rows, and returns the values that were read back changed. */
async function changedValues(
  columns: readonly (readonly (string | undefined)[])[],
): Promise<readonly string[]> {
  tables += 1;
  const reading = await server.read(`${linesOf(columns).join("\n")}\n`);
  const { columns: loaded, table } = await results.load(reading, { schema: "t", name: `t${tables}` });
  const rows: string[] = [];
  for await (const batch of table.rows()) rows.push(...batch);
  return columns.flatMap((cells, index) => {
    const position = loaded.findIndex(({ key }) => key === `c${index}`);
    return cells.flatMap((sent, row) => {
      const received = position === -1 ? "null" : (splitRow(rows[row] ?? "")[position] ?? "nothing");
      return isSame(sent, received) ? [] : [`${sent} came back as ${received} of ${loaded[position]?.type}`];
    });
  });
}

test("load() and rows() change no value", async () => {
  await assert(
    asyncProperty(array(column, { minLength: 1, maxLength: 12 }), async (columns) => {
      expect(await changedValues(columns)).toStrictEqual([]);
    }),
    { numRuns: 25 },
  );
});

/** Returns the JSON texts of the values of a row. */
function splitRow(row: string): readonly string[] {
  const values: string[] = [];
  let depth = 0;
  let start = 0;
  for (const match of row.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\],:]/g)) {
    const end = match.index;
    if ((match[0] === "," && depth === 1) || (match[0] === "}" && depth === 1))
      values.push(row.slice(start, end));
    if (match[0] === ":" && depth === 1) start = end + 1;
    if (match[0] === "{" || match[0] === "[") depth += 1;
    if (match[0] === "}" || match[0] === "]") depth -= 1;
  }
  return values;
}
