import { compareFormats } from "@wellhead/test-support/arrow/compare-formats";
import { type MariadbServer, startMariadb } from "@wellhead/test-support/programs/start-mariadb";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Service, serveMysql } from "./serve-mysql.js";

/** Total number of rows to compare. A nightly run sets a higher number through the environment. */
const wanted = Number(process.env["WELLHEAD_DIFFERENTIAL_ROWS"] ?? 3000);
const tableRows = Math.min(20_000, wanted);

let server: MariadbServer;
let service: Service;

/** Texts that have broken encoders before. */
const nasty = [
  "",
  " ",
  "NULL",
  '"',
  '""',
  "\\",
  "\\\\",
  '\\"',
  "'",
  ",",
  "{}",
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
  "é😀".repeat(80),
  '"'.repeat(200),
  "\\".repeat(201),
  "\u0001".repeat(150),
];

function pick(values: readonly string[]): string {
  const list = values.map((value) => `'${value.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`).join(",");
  return `elt(1 + floor(rand() * ${values.length}), ${list})`;
}

type Compare = "same" | "digits" | "bytes" | "moment" | "instant" | "single" | "bit" | "bits" | "json";

/** Columns of the table: the type, the SQL that creates a value, and how to compare it. */
const columns: Readonly<Record<string, readonly [type: string, make: string, compare: Compare]>> = {
  tiny: ["tinyint", "floor(rand() * 256) - 128", "digits"],
  small: ["smallint unsigned", "floor(rand() * 65536)", "digits"],
  medium: ["mediumint", "floor(rand() * 16777216) - 8388608", "digits"],
  whole: ["int", pick(["0", "-1", "2147483647", "-2147483648", "42"]), "digits"],
  wide: ["int unsigned", "floor(rand() * 4294967296)", "digits"],
  filled: ["int(10) zerofill", "floor(rand() * 4294967296)", "digits"],
  big: ["bigint", "round((rand() - 0.5) * pow(10, 1 + rand() * 17))", "digits"],
  edge: [
    "bigint",
    pick([
      "9007199254740991",
      "9007199254740992",
      "-9007199254740993",
      "9223372036854775807",
      "-9223372036854775808",
    ]),
    "digits",
  ],
  huge: ["bigint unsigned", pick(["0", "18446744073709551615", "9007199254740993", "4294967296"]), "digits"],
  money: ["decimal(12,2)", "round((rand() - 0.5) * pow(10, rand() * 9), 2)", "digits"],
  exact: ["decimal(65,30)", "concat(floor((rand() - 0.5) * 1e15), '.', floor(rand() * 1e15))", "digits"],
  none: ["decimal(30,0)", "round((rand() - 0.5) * 1e15)", "digits"],
  double: ["double", "(rand() - 0.5) * pow(10, (rand() - 0.5) * 600)", "same"],
  floating: [
    "double",
    pick(["1e-308", "5e-324", "1.7976931348623157e308", "1e22", "0", "123456789"]),
    "same",
  ],
  single: ["float", "(rand() - 0.5) * pow(10, (rand() - 0.5) * 60)", "single"],
  truth: ["bit(1)", "rand() < 0.5", "bit"],
  bits: ["bit(33)", "floor(rand() * 8589934592)", "bits"],
  year: ["year", "1901 + floor(rand() * 254)", "digits"],
  day: ["date", "date '1000-01-01' + interval floor(rand() * 3287181) day", "same"],
  days: ["date", pick(["0000-00-00", "9999-12-31", "2024-02-29", "2024-00-00", "2024-02-00"]), "moment"],
  moment: [
    "datetime",
    "timestamp '1000-01-01 00:00:00' + interval floor(rand() * 284012568000) second",
    "moment",
  ],
  precise: [
    "datetime(6)",
    "timestamp '1900-01-01 00:00:00' + interval floor(rand() * 9467280000000000) microsecond",
    "moment",
  ],
  third: [
    "datetime(3)",
    "timestamp '1900-01-01 00:00:00' + interval floor(rand() * 9467280000) second",
    "moment",
  ],
  instant: ["timestamp", "from_unixtime(floor(rand() * 2147483647))", "instant"],
  instants: ["timestamp(6)", "from_unixtime(rand() * 2147483646)", "instant"],
  clock: ["time", "sec_to_time(floor((rand() - 0.5) * 6040000))", "same"],
  ticks: ["time(6)", "sec_to_time((rand() - 0.5) * 6040000)", "same"],
  tenths: ["time(1)", pick(["-00:00:00.1", "838:59:59.9", "00:00:00.0"]), "same"],
  name: ["varchar(3000)", `concat(${pick(nasty)}, ${pick(nasty)})`, "same"],
  padded: ["char(8)", `left(${pick(nasty)}, 8)`, "same"],
  western: ["varchar(40) character set latin1", pick(["é", "ÿ", "plain", "€", 'q"\\']), "same"],
  long: ["longtext", `repeat(${pick(nasty)}, 3)`, "same"],
  feeling: ["enum('glad', 'sad \"quoted\"', 'ünï,code')", "1 + floor(rand() * 3)", "same"],
  many: ["set('a', 'b\"', 'ü')", "floor(rand() * 8)", "same"],
  identity: ["uuid", "uuid()", "same"],
  network: ["inet6", pick(["::1", "2001:db8::ff00:42:8329", "::ffff:192.0.2.1", "::"]), "same"],
  older: ["inet4", pick(["127.0.0.1", "255.255.255.255", "0.0.0.0"]), "same"],
  raw: ["varbinary(64)", "unhex(left(sha2(rand(), 256), 2 * floor(rand() * 32)))", "bytes"],
  blob: ["longblob", "unhex(sha2(rand(), 512))", "bytes"],
  place: ["point", "point(rand(), rand())", "bytes"],
  document: [
    "json",
    `json_object('k', ${pick(nasty)}, 'n', rand(), 'a', json_array(${pick(nasty)}, null), 'big', 12345678901234567)`,
    "json",
  ],
  nothing: ["varchar(1)", "null", "same"],
};

beforeAll(async () => {
  server = await startMariadb({ settings: ["max-allowed-packet=64M"] });
  service = await serveMysql(server);
  const described = Object.entries(columns).map(([name, [type]]) => `\`${name}\` ${type} null`);
  server.admin(`create table generated (id int primary key, ${described.join(", ")})`);
});

afterAll(async () => {
  await service.app.close();
  await server.stop();
});

function makeTable(seed: number): void {
  const made = Object.values(columns).map(([, make]) => `if(rand() < 0.05, null, ${make})`);
  server.admin(`
    set sql_mode = ''; set time_zone = '+00:00'; set rand_seed1 = ${seed}, rand_seed2 = ${seed * 7 + 1};
    truncate generated;
    insert into generated select seq, ${made.join(", ")} from seq_1_to_${tableRows};`);
}

/** Returns rows as the server's own JSON. Numbers are text, so that no digit is lost when they are parsed. */
function expectedRows(): readonly string[] {
  const as: Partial<Record<Compare, (name: string) => string>> = {
    digits: (name) => `cast(${name} as char)`,
    bits: (name) => `cast(cast(${name} as unsigned) as char)`,
    bit: (name) => `cast(${name} as unsigned)`,
    bytes: (name) => `hex(${name})`,
    single: (name) => `cast(${name} as double)`,
    json: (name) => `json_compact(${name})`,
  };
  const members = Object.entries(columns).map(
    ([name, [, , compare]]) => `'${name}', ${as[compare]?.(`\`${name}\``) ?? `\`${name}\``}`,
  );
  return server
    .admin(
      `set names utf8mb4; set time_zone = '+00:00'; select replace(to_base64(json_object(${members.join(", ")})), '\\n', '') from generated order by id`,
    )
    .trimEnd()
    .split("\n")
    .map((line) => Buffer.from(line.replaceAll("\\n", ""), "base64").toString("utf8"));
}

/** Applies the documented differences to a value of the server. */
const differences: Readonly<Record<Compare, (theirs: string | number) => unknown>> = {
  same: (theirs) => theirs,
  digits: (theirs) => `#${String(theirs).replace(/^0+(?=\d)/, "")}`,
  bits: (theirs) => `#${theirs}`,
  bit: (theirs) => theirs === 1,
  bytes: (theirs) => Buffer.from(String(theirs), "hex").toString("base64"),
  moment: (theirs) => (/-00/.test(String(theirs).slice(0, 10)) ? null : String(theirs).replace(" ", "T")),
  instant: (theirs) => `${String(theirs).replace(" ", "T")}Z`,
  single: (theirs) => Math.fround(Number(theirs)),
  json: (theirs) => theirs,
};

/** Parses rows of JSON. The numbers of some members are kept as text, after a `#`. */
function readRows(body: string): readonly Readonly<Record<string, unknown>>[] {
  const exact = Object.entries(columns)
    .filter(([, [, , compare]]) => compare === "digits" || compare === "bits")
    .map(([name]) => name);
  const pattern = new RegExp(`("(?:${exact.join("|")})"):(-?\\d[\\d.]*)(?=[,}])`, "g");
  return body
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line.replace(pattern, '$1:"#$2"')) as Record<string, unknown>);
}

/** Compares the rows as Arrow with NDJSON. Returns the first difference. */
async function arrowDifference(): Promise<string | undefined> {
  const filter = { sql: "select * from generated order by id" };
  const payload = { source: "query", account: service.account(), filter };
  const ask = (accept: string) =>
    service.app.fastify.inject({ method: "POST", url: "/", payload, headers: { accept } });
  const arrow = await ask("application/vnd.apache.arrow.stream");
  const lines = await ask("application/x-ndjson");
  return compareFormats(new Uint8Array(arrow.rawPayload), lines.body).difference;
}

it(`writes ${wanted} rows of every type as json_object does, but for the documented differences`, {
  timeout: 60_000 + wanted,
}, async () => {
  for (let done = 0, seed = 17; done < wanted; done += tableRows, seed += 37) {
    makeTable(seed);
    const theirs = expectedRows();
    const filter = { sql: "select * from generated order by id" };
    const body = { source: "query", account: service.account(), filter };
    const answer = await service.post("/", body, { accept: "application/x-ndjson" });
    const ours = readRows(answer.body);
    expect(ours).toHaveLength(tableRows);
    expect(theirs).toHaveLength(tableRows);
    const wrong = ours.flatMap((row, index) => {
      const expected = JSON.parse(theirs[index] ?? "") as Record<string, string | number | null>;
      return Object.entries(columns)
        .map(([name, [, , compare]]) => {
          const value = expected[name] ?? null;
          const wish = value === null ? null : differences[compare](value);
          const found =
            compare === "single" && row[name] !== null ? Math.fround(Number(row[name])) : row[name];
          const agrees = Object.is(found, wish) || JSON.stringify(found) === JSON.stringify(wish);
          return agrees ? undefined : { seed, id: row["id"], name, ours: row[name], theirs: value };
        })
        .filter((difference) => difference !== undefined);
    });
    expect(wrong.slice(0, 5)).toEqual([]);
    expect(await arrowDifference()).toBeUndefined();
  }
});
