import { compareFormats } from "@wellhead/test-support/arrow/compare-formats";
import { type ReadArrow, readArrow } from "@wellhead/test-support/arrow/read-arrow";
import { type Random, randomOf } from "@wellhead/test-support/hostile/random";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mainFile, type Service, serveSqlite } from "./serve-sqlite.js";

/** Number of random tables, and of their rows. */
const tables = 40;
const maxRows = 7000;

let service: Service;
let url: string;

beforeAll(async () => {
  service = await serveSqlite();
  url = await service.app.fastify.listen({ port: 0, host: "127.0.0.1" });
});

afterAll(() => service.close());

const integers = ["0", "-1", "42", "9007199254740993", "9223372036854775807", "(-9223372036854775807 - 1)"];
const shortReals = ["2.0", "0.1", "1234.56", "-0.0", "999999999.5", "0.0001"];
/** How SQLite writes such a number depends on the other values of a row in JSON, and of a column in Arrow. */
const tinyReals = ["-0.000001", "0.000012"];
const longReals = ["0.1 + 0.2", "1e22", "5e-324", "1.7976931348623157e308", "123456789.1234567", "1e9 + 0.5"];
const infinite = ["9e999", "-9e999"];
const texts = [
  "''",
  "' '",
  "'null'",
  "'12'",
  "'1.5'",
  "'true'",
  "'\"\\'",
  "'[1,2]'",
  "char(10)",
  "char(13, 10, 1, 2, 31)",
  "char(0)",
  "'a' || char(0) || 'b'",
  "'é😀日本'",
  "char(0x2028, 0xfeff)",
  "replicate('é😀', 300)",
];
const blobs = ["x''", "x'00'", "x'ff'", "x'c3'", "x'0001ff0a'", "randomblob(50)"];
const moments = [
  "'2024-02-29 12:34:56'",
  "'2024-02-29T12:34:56.123456'",
  "'2024-02-29 12:34'",
  "'1969-12-31 23:59:59.999'",
];
const oddMoments = [
  "'2024-01-01'",
  "'2024-01-01 '",
  "'2024-01-01 1'",
  "'2024-02-30 00:00:00'",
  "'2024-02-29 12:34:56Z'",
  "1704067200",
  "1704067200123",
  "2460310.5",
  "'soon'",
  "x'32'",
];

/** Columns by their declared type: their usual values, and values that are rare. */
const columns: readonly (readonly [declared: string, usual: readonly string[], rare: readonly string[]])[] = [
  ["integer", ["value", ...integers], ["1.5", "9e999", "'text'", "x'41'"]],
  ["integer", ["value"], [...integers, "1e15"]],
  ["real", ["value / 4.0", ...shortReals, ...tinyReals], [...longReals, ...infinite, "'text'"]],
  ["numeric", ["value", "value / 100.0", ...shortReals], [...longReals, ...integers, ...infinite, "'text'"]],
  ["numeric", [...longReals, ...integers], [...infinite, "x'00'"]],
  ["decimal(10, 2)", ["value / 100.0", "value"], ["0.125", "'text'"]],
  ["text", ["'name ' || value", ...texts], [...blobs, "cast(x'ff' as text)", "cast(x'c3' as text)"]],
  ["text", ["'é'"], ["cast(x'c3' as text)"]],
  ["varchar(20)", texts, ["1.5", "42"]],
  ["blob", blobs, [...texts, ...integers, ...longReals]],
  ["", [...texts, ...integers, ...blobs], [...shortReals, ...longReals]],
  ["boolean", ["0", "1"], ["2", "'true'", "1.0", "x''"]],
  ["bool text", ["0", "1"], ["'1'"]],
  ["datetime", ["strftime('%Y-%m-%d %H:%M:%f', value, 'unixepoch')", ...moments], oddMoments],
  ["timestamp", ["1704067200 + value"], oddMoments],
  ["date", ["date(value, 'unixepoch')"], ["'2024-01-01 00:00'", "1704067200", "2460310.5", "'soon'"]],
  ["json", ["json_object('k', value)", "'[1, 2 ]'", "jsonb('[1,2]')"], ["'no json {'", "5", "1.5", "x'ff'"]],
];

/** Creates a table in which a value is unusual in about one row of a few thousand, or in every other one. */
function makeTable(random: Random): number {
  // Pages are written as any values until there are 1000 rows, which may take 2720.
  const count = random.below(4) === 0 ? 1 + random.below(1000) : 3500 + random.below(maxRows);
  const step = random.of([1, 1, 1, 2, 1000]);
  const names = columns.map(([declared], index) => `c${index} ${declared}`);
  const made = columns.map(([, usual, rare]) => {
    const rarely = random.of([0, 2, 1000, 4000]);
    const nulls = random.of([0, 2, 10]);
    const pick = (values: readonly string[]) =>
      `case abs(random() % ${values.length}) ${values.map((value, at) => `when ${at} then ${value}`).join(" ")} end`;
    const often = pick(random.below(2) === 0 ? usual : usual.slice(0, 1));
    const any =
      rarely === 0 ? often : `case when random() % ${rarely} = 0 then ${pick(rare)} else ${often} end`;
    return nulls === 0 ? any : `case when random() % ${nulls} = 0 then null else ${any} end`;
  });
  service.run(
    mainFile,
    `drop table if exists t; create table t (id integer primary key, ${names.join(", ")});
    insert into t select value * ${step} - 500, ${made.join(", ")} from generate_series(1, ${count});
    delete from t where random() % 3 = 0 and id % 2000 < 1000;`,
  );
  return count;
}

interface Answer {
  readonly status: number;
  readonly body: Uint8Array;
}

/** Sends a request, and reads the response as far as it was sent. */
async function ask(filter: object, page: object, accept: string): Promise<Answer> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept, "accept-encoding": "identity" },
    body: JSON.stringify({
      source: "table",
      account: {},
      filter: { schema: mainFile, table: "t", ...filter },
      ...page,
    }),
  });
  const parts: Uint8Array[] = [];
  try {
    for await (const part of response.body ?? []) parts.push(part);
  } catch {
    // The response was cut.
  }
  return { status: response.status, body: Buffer.concat(parts) };
}

async function askArrow(filter: object, page: object): Promise<Answer & { readonly read: ReadArrow }> {
  const answer = await ask(filter, page, "application/vnd.apache.arrow.stream");
  return { ...answer, read: readArrow(answer.body) };
}

/** The reason of a refusal, or of a cut. */
function reasonOf({ status, body, read }: Answer & { readonly read: ReadArrow }): string | undefined {
  if (status !== 200) return (JSON.parse(Buffer.from(body).toString()) as { readonly error: string }).error;
  return read.mark["wellhead.error"];
}

describe("rows of a table as Arrow", () => {
  it("are those of NDJSON, with types and errors as when the server makes them from JSON", {
    timeout: 120_000 + tables * 60_000,
  }, async () => {
    let refused = 0;
    for (let seed = 1; seed <= tables; seed += 1) {
      const random = randomOf(seed);
      const count = makeTable(random);
      for (const [index, [declared]] of columns.entries()) {
        const about = `seed ${seed}, column c${index} ${declared}`;
        const filter = { columns: ["id", `c${index}`] };
        // Text that is not UTF-8 is counted from the first row of the table by one of them, and of the page by the other.
        const skip = declared === "text" ? 0 : random.below(count);
        const page = random.below(3) === 0 ? { skip, limit: 1 + random.below(count) } : {};
        const byPages = await askArrow(filter, page);
        // Rows in a requested order are not read by pages, so the server makes the record batches.
        const byServer = await askArrow({ ...filter, orderBy: "id" }, page);
        expect(reasonOf(byPages), about).toBe(reasonOf(byServer));
        if (reasonOf(byPages) !== undefined) {
          refused += 1;
          continue;
        }
        expect(byPages.read.fields, about).toEqual(byServer.read.fields);
        const lines = await ask(filter, page, "application/x-ndjson");
        expect(
          compareFormats(byPages.body, Buffer.from(lines.body).toString()).difference,
          about,
        ).toBeUndefined();
      }
    }
    expect(refused).toBeGreaterThan(0);
  });

  it.each([
    ["a number with more digits than SQLite shows", "integer", "1e19", ["12345678901234567000.0"]],
    ["a number with more digits than SQLite shows", "numeric", "value / 100.0", ["0.1 + 0.2"]],
    ["an infinity", "real", "value / 4.0", ["9e999", "-9e999"]],
    ["one of a boolean that is stored as a double", "bool real", "null", ["1.0"]],
    ["a text of a boolean", "boolean", "value % 2", ["'true'"]],
    ["seconds of a date", "date", "date(value, 'unixepoch')", ["1704067200"]],
    ["bytes of a text", "text", "value", ["x'ff'", "x''"]],
    ["parts of one character in two texts", "text", "value", ["cast(x'c3' as text)", "cast(x'a9' as text)"]],
  ])("%s, after usual values, is what JSON has: %s", async (_about, declared, usual, rare) => {
    const first = 3100;
    const cases = rare.map((value, index) => `when ${first + index} then ${value}`).join(" ");
    service.run(
      mainFile,
      `drop table if exists t; create table t (id integer primary key, v ${declared});
      insert into t select value, case value ${cases} else ${usual} end from generate_series(1, 3200);`,
    );
    const [byPages, byServer] = [await askArrow({}, {}), await askArrow({ orderBy: "id" }, {})];
    expect(reasonOf(byPages)).toBe(reasonOf(byServer));
    expect(byPages.read.rows.slice(first - 10)).toEqual(byServer.read.rows.slice(first - 10));
  });

  it.each([499, 1100])("are all columns of a table with %i of them", async (count) => {
    const names = Array.from({ length: count }, (_unused, index) => `c${index}`);
    service.run(
      mainFile,
      `drop table if exists t; create table t (${names.map((name) => `${name} text`).join(", ")});
      insert into t (c0, c${count - 1}) select value, 'é' || value from generate_series(1, 1300);`,
    );
    const { read } = await askArrow({}, {});
    expect(read.rows).toHaveLength(1300);
    expect(read.rows.at(-1)).toEqual(['"1300"', ...names.slice(2).map(() => "null"), '"é1300"']);
  });
});
