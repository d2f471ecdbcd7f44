import { afterAll, expect, it } from "vitest";
import { serveTrino } from "./serve-trino.js";
import { StandIn } from "./stand-in.js";

const server = await StandIn.start();
const service = await serveTrino(server);

afterAll(async () => {
  await service.app.close();
  server.close();
});

/** Types, a value as the protocol sends it, and that value in a row and in CSV. */
const cases: readonly (readonly [
  type: string,
  sent: string,
  json: string,
  csv: string,
  signature?: object,
])[] = [
  ["bigint", "-9223372036854775808", "-9223372036854775808", "-9223372036854775808"],
  ["tinyint", "-1", "-1", "-1"],
  [
    "decimal(38,2)",
    '"123456789012345678901234567890123456.70"',
    "123456789012345678901234567890123456.70",
    "123456789012345678901234567890123456.70",
  ],
  ["double", "0.30000000000000004", "0.30000000000000004", "0.30000000000000004"],
  ["double", '"NaN"', "null", ""],
  ["real", '"-Infinity"', "null", ""],
  ["boolean", "false", "false", "false"],
  ["varchar(3)", '"=1+1"', '"=1+1"', "=1+1"],
  ["varchar", '"\\u0000number 12"', '"\\u0000number 12"', "\u0000number 12"],
  ["varchar", '"null"', '"null"', "null"],
  ["varchar", '""', '""', '""'],
  ["char(3)", '"a  "', '"a  "', "a  "],
  ["varbinary", '"AP8="', '"AP8="', "AP8="],
  ["date", '"2024-02-29"', '"2024-02-29"', "2024-02-29"],
  ["time(3)", '"01:02:03.456"', '"01:02:03.456"', "01:02:03.456"],
  [
    "time(0) with time zone",
    '"01:02:03+05:30"',
    '"01:02:03+05:30"',
    "01:02:03+05:30",
    { rawType: "time with time zone" },
  ],
  [
    "timestamp(12)",
    '"2024-02-29 01:02:03.123456789012"',
    '"2024-02-29T01:02:03.123456789012"',
    "2024-02-29T01:02:03.123456789012",
  ],
  [
    "timestamp(3) with time zone",
    '"2024-07-01 12:00:00.123 Europe/Paris"',
    '"2024-07-01T10:00:00.123Z"',
    "2024-07-01T10:00:00.123Z",
  ],
  [
    "timestamp(0) with time zone",
    '"2024-01-01 01:00:00 +05:45"',
    '"2023-12-31T19:15:00Z"',
    "2023-12-31T19:15:00Z",
  ],
  [
    "timestamp(6) with time zone",
    '"2024-11-03 01:30:00.000001 America/New_York"',
    '"2024-11-03T05:30:00.000001Z"',
    "2024-11-03T05:30:00.000001Z",
  ],
  [
    "timestamp(0) with time zone",
    '"2024-11-03 02:30:00 America/New_York"',
    '"2024-11-03T07:30:00Z"',
    "2024-11-03T07:30:00Z",
  ],
  ["interval year to month", '"-1-3"', '"P-1Y-3M"', "P-1Y-3M"],
  ["interval day to second", '"2 03:04:05.320"', '"P2DT3H4M5.32S"', "P2DT3H4M5.32S"],
  ["interval day to second", '"0 00:00:00.000"', '"PT0S"', "PT0S"],
  [
    "json",
    '"{\\"a\\": [1, 9007199254740993]}"',
    '{"a": [1, 9007199254740993]}',
    '"{""a"": [1, 9007199254740993]}"',
  ],
  ["json", '"\\"text\\""', '"text"', "text"],
  [
    "uuid",
    '"12151fd2-7586-11e9-8f9e-2a86e4085a59"',
    '"12151fd2-7586-11e9-8f9e-2a86e4085a59"',
    "12151fd2-7586-11e9-8f9e-2a86e4085a59",
  ],
  ["ipaddress", '"2001:db8::1"', '"2001:db8::1"', "2001:db8::1"],
  ["unknown", "null", "null", ""],
  [
    "array(json)",
    '["{\\"a\\":1}",null]',
    '[{"a":1},null]',
    '"[{""a"":1},null]"',
    { rawType: "array", arguments: [{ kind: "TYPE", value: { rawType: "json" } }] },
  ],
  [
    "map(varchar, decimal(3,1))",
    '{"__proto__":"1.0","b":null}',
    '{"__proto__":1.0,"b":null}',
    '"{""__proto__"":1.0,""b"":null}"',
    {
      rawType: "map",
      arguments: [
        { kind: "TYPE", value: { rawType: "varchar" } },
        { kind: "TYPE", value: { rawType: "decimal" } },
      ],
    },
  ],
  [
    "row(x bigint, double)",
    '[9007199254740993,"NaN"]',
    '{"x":9007199254740993,"field1":null}',
    '"{""x"":9007199254740993,""field1"":null}"',
    {
      rawType: "row",
      arguments: [
        { kind: "NAMED_TYPE", value: { fieldName: { name: "x" }, typeSignature: { rawType: "bigint" } } },
        { kind: "NAMED_TYPE", value: { typeSignature: { rawType: "double" } } },
      ],
    },
  ],
  ["hyperloglog", '"AgwBAIADRAA="', '"AgwBAIADRAA="', "AgwBAIADRAA="],
];

it("writes a value of every type in JSON and CSV", async () => {
  const columns = cases.map(([type, , , , signature], index) => ({
    name: `c${index}`,
    type,
    typeSignature: signature ?? { rawType: type.replace(/\(\d[\d,]*\)/, ""), arguments: [] },
  }));
  const data = `[[${cases.map(([, sent]) => sent).join(",")}]]`;
  server.intercept = ({ method }, response) => {
    if (method === "POST")
      response.end(server.message("q", `"columns":${JSON.stringify(columns)},"data":${data}`));
    return method === "POST";
  };
  const body = { source: "query", account: service.account(), filter: { sql: "select 1" } };
  const expected = cases.map(([, , json], index) => `"c${index}":${json}`);
  expect((await service.post("/", body)).body).toBe(`[{${expected.join(",")}}]`);
  const csv = (await service.post("/", body, { accept: "text/csv" })).body;
  expect(csv.split("\r\n")[1]).toBe(cases.map(([, , , cell]) => cell).join(","));
});
