import type { RowCase, RowCaseKind } from "./row-case.js";

type Shown = readonly [
  kind: RowCaseKind,
  text: string,
  json: string,
  csv: string,
  /** The cell where formulas are escaped. Default: the cell. */
  escaped?: string,
];

const shown: readonly Shown[] = [
  ["null", "", "null", ""],
  ["boolean", "true", "true", "true"],
  ["boolean", "false", "false", "false"],
  ["integer", "0", "0", "0"],
  ["integer", "-1", "-1", "-1"],
  ["integer", "9007199254740993", "9007199254740993", "9007199254740993"],
  ["integer", "-9223372036854775808", "-9223372036854775808", "-9223372036854775808"],
  ["decimal", "12.50", "12.50", "12.50"],
  ["decimal", "-0.10", "-0.10", "-0.10"],
  ["double", "0.1", "0.1", "0.1"],
  ["double", "-2.5", "-2.5", "-2.5"],
  ["double", "-0", "-0", "-0"],
  ["double", "1e300", "1e300", "1e300"],
  ["double", "5e-324", "5e-324", "5e-324"],
  ["double", "NaN", "null", ""],
  ["double", "Infinity", "null", ""],
  ["double", "-Infinity", "null", ""],
  ["text", "", '""', '""'],
  ["text", "plain", '"plain"', "plain"],
  ["text", " spaces ", '" spaces "', " spaces "],
  ["text", "a,b", '"a,b"', '"a,b"'],
  ["text", 'say "hi"', '"say \\"hi\\""', '"say ""hi"""'],
  ["text", '"', '"\\""', '""""'],
  ["text", "two\nlines", '"two\\nlines"', '"two\nlines"'],
  ["text", "two\r\nlines", '"two\\r\\nlines"', '"two\r\nlines"'],
  ["text", "end\r", '"end\\r"', '"end\r"'],
  ["text", "back\\slash/", '"back\\\\slash/"', "back\\slash/"],
  ["text", "\b\f\u0001\u001f\u007f", '"\\b\\f\\u0001\\u001f\u007f"', "\b\f\u0001\u001f\u007f"],
  ["text", "\u2028\u2029\ufeff", '"\u2028\u2029\ufeff"', "\u2028\u2029\ufeff"],
  ["text", "Zürich 東京 😀 a\u0301", '"Zürich 東京 😀 a\u0301"', "Zürich 東京 😀 a\u0301"],
  ["text", "null", '"null"', "null"],
  ["text", "NaN", '"NaN"', "NaN"],
  ["text", "12", '"12"', "12"],
  ["text", '{"a":1}', '"{\\"a\\":1}"', '"{""a"":1}"'],
  ["text", "=1+1", '"=1+1"', "=1+1", "'=1+1"],
  ["text", "=", '"="', "=", "'="],
  ["text", "+1", '"+1"', "+1", "'+1"],
  ["text", "-1", '"-1"', "-1", "'-1"],
  ["text", "@sum", '"@sum"', "@sum", "'@sum"],
  ["text", "\t=1", '"\\t=1"', "\t=1", "'\t=1"],
  ["text", "\r=1", '"\\r=1"', '"\r=1"', '"\'\r=1"'],
  ["text", '=a,"b"', '"=a,\\"b\\""', '"=a,""b"""', '"\'=a,""b"""'],
  ["text", '"=a"', '"\\"=a\\""', '"""=a"""'],
  ["text", "a=1", '"a=1"', "a=1"],
  ["text", " =1", '" =1"', " =1"],
  ["text", "\n=1", '"\\n=1"', '"\n=1"'],
  ["text", "'=1", '"\'=1"', "'=1"],
  ["bytes", "", '""', '""'],
  ["bytes", "00ff10", '"AP8Q"', "AP8Q"],
  ["bytes", "fbff", '"+/8="', "+/8=", "'+/8="],
  ["bytes", "61", '"YQ=="', "YQ=="],
  ["day", "2024-02-29", '"2024-02-29"', "2024-02-29"],
  ["day", "-000044-03-15", '"-000044-03-15"', "-000044-03-15", "'-000044-03-15"],
  ["day", "+012345-01-01", '"+012345-01-01"', "+012345-01-01", "'+012345-01-01"],
  ["instant", "2024-02-29T12:34:56.789Z", '"2024-02-29T12:34:56.789Z"', "2024-02-29T12:34:56.789Z"],
  [
    "instant",
    "-000044-03-15T12:00:00.123Z",
    '"-000044-03-15T12:00:00.123Z"',
    "-000044-03-15T12:00:00.123Z",
    "'-000044-03-15T12:00:00.123Z",
  ],
  [
    "instant",
    "+012345-01-01T00:00:00.001Z",
    '"+012345-01-01T00:00:00.001Z"',
    "+012345-01-01T00:00:00.001Z",
    "'+012345-01-01T00:00:00.001Z",
  ],
  ["json", "[]", "[]", "[]"],
  ["json", "{}", "{}", "{}"],
  ["json", '[1,null,"a"]', '[1,null,"a"]', '"[1,null,""a""]"'],
  [
    "json",
    '{"a":{"b":[true,"x,\\n\\"y\\""]}}',
    '{"a":{"b":[true,"x,\\n\\"y\\""]}}',
    '"{""a"":{""b"":[true,""x,\\n\\""y\\""""]}}"',
  ],
  ["json", "-1", "-1", "-1"],
  ["json", "2.5", "2.5", "2.5"],
  ["json", "true", "true", "true"],
];

/** Characters that a format treats specially. */
const special = ['"', "\\", ",", "\n", "\r", "\t", "\u0000", "\u0001", "\u001f", "é", "東", "😀"];

/**
 * Returns text of each short length with each special character at each index, because encoders copy several bytes at a
 * time. The expected JSON is that of `JSON.stringify`; the expected cell follows RFC 4180.
 */
function placed(): readonly Shown[] {
  const cases: Shown[] = [];
  for (const character of special) {
    for (let length = 0; length <= 9; length += 1) {
      for (let place = 0; place <= length; place += 1) {
        const text = "abcdefghi".slice(0, place) + character + "abcdefghi".slice(place, length);
        const csv = /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
        const isFormula = /^[\t\r]/.test(text);
        const escaped = csv.startsWith('"') ? `"'${csv.slice(1)}` : `'${csv}`;
        cases.push(["text", text, JSON.stringify(text), csv, isFormula ? escaped : csv]);
      }
    }
  }
  return cases;
}

/** Values of every kind with the expected output of each format. */
export const rowCases: readonly RowCase[] = [...shown, ...placed()].map(
  ([kind, text, json, csv, escaped = csv]) => ({
    name: `${kind} ${JSON.stringify(text)}`,
    kind,
    text,
    json,
    csv,
    escaped,
  }),
);

/** Rows of texts and nulls with the expected line of CSV. */
export const rowShapes: ReadonlyArray<{
  readonly cells: ReadonlyArray<string | null>;
  readonly csv: string;
}> = [
  { cells: [null], csv: '""' },
  { cells: [""], csv: '""' },
  { cells: ["a"], csv: "a" },
  { cells: [null, null], csv: "," },
  { cells: ["", null], csv: '"",' },
  { cells: [null, ""], csv: ',""' },
  { cells: [null, "a", null], csv: ",a," },
  { cells: ["a", "b,c", "d\r\ne"], csv: 'a,"b,c","d\r\ne"' },
];

/** Column names that encoders may handle wrongly, most of which JSON has to escape. */
export const rowNames: readonly string[] = [
  "plain",
  'quo"te',
  "back\\slash",
  "line\nend",
  "ü 東 😀",
  "__proto__",
];
