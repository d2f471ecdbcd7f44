import { compareFormats } from "@wellhead/test-support/arrow/compare-formats";
import { type PostgresServer, startPostgres } from "@wellhead/test-support/programs/start-postgres";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Service, servePostgres } from "./serve-postgres.js";

/** Total number of rows to compare. A nightly run sets a higher number through the environment. */
const wanted = Number(process.env["WELLHEAD_DIFFERENTIAL_ROWS"] ?? 3000);
const tableRows = Math.min(20_000, wanted);

let server: PostgresServer;
let service: Service;

beforeAll(async () => {
  server = await startPostgres();
  service = await servePostgres(server);
  server.admin(`
    create type mood as enum ('glad', 'sad "quoted"', 'ünï,code');
    create domain score as numeric(12, 4);`);
});

afterAll(async () => {
  await service.app.close();
  await server.stop();
});

/** Texts that have broken encoders before. */
const nasty = [
  "",
  " ",
  "NULL",
  "null",
  '"',
  '""',
  "\\",
  "\\\\",
  '\\"',
  "'",
  ",",
  "{}",
  "{a,b}",
  "[1,2]",
  "a\nb",
  "a\r\nb",
  "\t",
  "\u0001\u0002\u001f",
  "\u007f\u0080\u009f",
  "é",
  "e\u0301",
  "😀",
  "👩‍👩‍👧‍👦",
  "\u2028\u2029",
  "\ufeff",
  "\u202eright to left",
  "ﷺ",
  "𝒳",
  "日本語のテキスト",
  "</script>",
  "=1+1",
  "__proto__",
  '{"__streamError": {"message": "no"}}',
  "x".repeat(1000),
  "é😀".repeat(300),
  '"'.repeat(200),
  "\\".repeat(201),
  "\u0001".repeat(150),
];

function pick(values: readonly string[], type = ""): string {
  const list = values.map((value) => `E'${value.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`).join(",");
  return `(array[${list}]${type === "" ? "" : `::${type}[]`})[1 + (random() * ${values.length - 1})::int]`;
}

/** Columns of the table: the SQL that creates a value, and how to compare it. */
const columns: Readonly<
  Record<string, readonly [make: string, compare: "same" | "exact" | "float" | "bytes"]>
> = {
  truth: ["random() < 0.5", "same"],
  small: ["((random() - 0.5) * 65534)::int::smallint", "same"],
  whole: [pick(["0", "-1", "2147483647", "-2147483648", "42"], "int"), "same"],
  big: ["((random() - 0.5) * power(10, 1 + random() * 17))::bigint", "exact"],
  edge: [
    pick(["9007199254740991", "9007199254740992", "-9007199254740992", "9223372036854775807"], "bigint"),
    "exact",
  ],
  exact: ["round(((random() - 0.5) * power(10, random() * 20))::numeric, (random() * 12)::int)", "exact"],
  odd: [
    pick(
      [
        "NaN",
        "Infinity",
        "-Infinity",
        "0",
        "0.000",
        "-0.10",
        "1e30",
        "1e-30",
        "123456789012345",
        "1234567890.123456",
      ],
      "numeric",
    ),
    "exact",
  ],
  scored: ["(random() * 10000)::score", "exact"],
  single: ["((random() - 0.5) * power(10, (random() - 0.5) * 60))::real", "float"],
  double: ["(random() - 0.5) * power(10, (random() - 0.5) * 600)", "float"],
  floating: [
    pick(
      ["NaN", "Infinity", "-Infinity", "-0", "1e-308", "5e-324", "1.7976931348623157e308", "1e22"],
      "float8",
    ),
    "float",
  ],
  day: ["date '0001-01-01' + (random() * 4000000)::int", "same"],
  days: [
    pick(["infinity", "-infinity", "4713-01-01 BC", "9999-12-31", "10000-01-01", "2024-02-29"], "date"),
    "same",
  ],
  moment: ["timestamp '1900-01-01' + random() * interval '300 years'", "same"],
  instant: ["timestamptz '1900-01-01' + random() * interval '300 years'", "same"],
  instants: [
    pick(
      [
        "infinity",
        "-infinity",
        "0044-03-15 00:00:00+00 BC",
        "10000-01-01 00:00:00.5+02",
        "2024-03-31 02:30:00+01",
      ],
      "timestamptz",
    ),
    "same",
  ],
  clock: ["(random() * interval '24 hours')::time", "same"],
  zoned: [pick(["12:00:00+02", "23:59:59.999999-12:30"], "timetz"), "same"],
  span: ["(random() - 0.5) * interval '3 years 40 days 25 hours 61 minutes 1.234567 seconds'", "same"],
  name: [`${pick(nasty)} || ${pick(nasty)}`, "same"],
  padded: [`left(${pick(nasty.filter((text) => !text.includes("\u0001")))}, 8)::char(8)`, "same"],
  short: [`left(${pick(nasty)}, 20)::varchar(20)`, "same"],
  feeling: [pick(["glad", 'sad "quoted"', "ünï,code"], "mood"), "same"],
  identity: ["md5(random()::text)::uuid", "same"],
  raw: [
    "decode(md5(random()::text), 'hex') || decode(left(md5(random()::text), 2 * (random() * 8)::int), 'hex')",
    "bytes",
  ],
  document: [
    `jsonb_build_object('k', ${pick(nasty)}, 'n', random(), 'a', array[${pick(nasty)}, null])`,
    "same",
  ],
  plain: [`json_build_object(${pick(["a", 'q"', "é"])}, ${pick(nasty)})`, "same"],
  network: [pick(["192.168.0.1", "10.0.0.0/8", "::1", "2001:db8::/32"], "inet"), "same"],
  hardware: [pick(["08:00:2b:01:02:03"], "macaddr"), "same"],
  texts: [`array[${pick(nasty)}, ${pick(nasty)}, null]`, "same"],
  numbers: ["array[(random() * 100)::int, null, -1]", "same"],
  matrix: ["array[[1, 2], [3, (random() * 9)::int]]", "same"],
  reals: [pick(["{1.5,NaN,-Infinity}", "{}", "{NULL,0.1}"], "text"), "same"],
  moments: ["array[timestamptz '2000-01-01' + random() * interval '50 years', null]", "same"],
  truths: ["array[random() < 0.5, null]", "same"],
  feelings: [`array[${pick(["glad", 'sad "quoted"', "ünï,code"], "mood")}, null]`, "same"],
  documents: [`array[jsonb_build_object('k', ${pick(nasty)})]`, "same"],
  nothing: ["null::text", "same"],
};

function makeTable(seed: number): void {
  const made = Object.entries(columns).map(
    ([name, [make]]) => `case when random() < 0.05 then null else ${make} end as "${name}"`,
  );
  server.admin(`
    set timezone = 'UTC'; select setseed(${seed}); drop table if exists generated;
    create table generated as select i as id, ${made.join(", ")} from generate_series(1, ${tableRows}) i;`);
}

function expectedRows(): readonly string[] {
  const selected = Object.entries(columns).map(([name, [, compare]]) =>
    compare === "exact" ? `"${name}"::text` : `"${name}"`,
  );
  const settings = "set timezone = 'UTC'; set intervalstyle = 'iso_8601'; set extra_float_digits = 1;";
  return server
    .admin(
      `${settings} select row_to_json(r) from (select id, ${selected.join(", ")} from generated order by id) r`,
    )
    .trimEnd()
    .split("\n");
}

/** Matches digits to keep as text, because the parser would round them. */
const exactDigits = new RegExp(
  `(?<!\\\\)"(${Object.entries(columns)
    .filter(([, [, compare]]) => compare === "exact")
    .map(([name]) => name)
    .join("|")})":([-\\d.]+)`,
  "g",
);

async function writtenRows(): Promise<ReadonlyArray<Record<string, unknown>>> {
  const filter = { sql: "select * from generated order by id" };
  const body = { source: "query", account: service.account(), filter };
  const answer = await service.post("/", body, { accept: "application/x-ndjson" });
  const lines = answer.body.trimEnd().split("\n");
  return lines.map(
    (line) => JSON.parse(line.replaceAll(exactDigits, '"$1":"$2"')) as Record<string, unknown>,
  );
}

/** The documented differences from `row_to_json`: base64 for bytes, `Z` for `+00:00`, NULL for NaN and infinity. */
function agrees(ours: unknown, theirs: unknown, compare: string): boolean {
  if (compare === "exact" || compare === "float") {
    const isFinite = theirs !== "NaN" && theirs !== "Infinity" && theirs !== "-Infinity";
    return Object.is(ours, isFinite ? theirs : null);
  }
  if (ours === null || theirs === null) return ours === theirs;
  if (compare === "bytes" && typeof theirs === "string") {
    return ours === Buffer.from(theirs.slice(2), "hex").toString("base64");
  }
  if (typeof theirs === "string") return ours === theirs.replace(/^(-?\d.*)\+00:00( BC)?$/, "$1Z$2");
  if (Array.isArray(theirs) && Array.isArray(ours)) {
    return (
      theirs.length === ours.length && theirs.every((value, index) => agrees(ours[index], value, compare))
    );
  }
  return Object.is(ours, theirs) || JSON.stringify(ours) === JSON.stringify(theirs);
}

/** Compares the rows as Arrow with NDJSON, without the columns whose infinities are no value of Arrow. Returns the first difference. */
async function arrowDifference(): Promise<string | undefined> {
  const names = Object.keys(columns).filter((name) => name !== "days" && name !== "instants");
  const filter = {
    sql: `select id, ${names.map((name) => `"${name}"`).join(", ")} from generated order by id`,
  };
  const payload = { source: "query", account: service.account(), filter };
  const ask = (accept: string) =>
    service.app.fastify.inject({ method: "POST", url: "/", payload, headers: { accept } });
  const arrow = await ask("application/vnd.apache.arrow.stream");
  const lines = await ask("application/x-ndjson");
  // PostgreSQL writes some doubles with more digits than JavaScript, which are the same double.
  const text = lines.body.replaceAll(/(?<="double":)-?[\d.eE+-]+/g, (digits) => String(Number(digits)));
  return compareFormats(new Uint8Array(arrow.rawPayload), text).difference;
}

it(`writes ${wanted} rows of every type as row_to_json does, but for the documented differences`, {
  timeout: 60_000 + wanted,
}, async () => {
  for (let done = 0, seed = 0.17; done < wanted; done += tableRows, seed = (seed + 0.37) % 1) {
    makeTable(seed);
    const theirs = expectedRows();
    const ours = await writtenRows();
    expect(ours).toHaveLength(tableRows);
    expect(theirs).toHaveLength(tableRows);
    const wrong = ours.flatMap((row, index) => {
      const expected = JSON.parse(theirs[index] ?? "") as Record<string, unknown>;
      return Object.entries(columns)
        .filter(([name, [, compare]]) => !agrees(row[name], expected[name], compare))
        .map(([name]) => ({ seed, id: row["id"], name, ours: row[name], theirs: expected[name] }));
    });
    expect(wrong.slice(0, 5)).toEqual([]);
    expect(await arrowDifference()).toBeUndefined();
  }
});
