import { execFileSync } from "node:child_process";
import { type PostgresServer, startPostgres } from "@wellhead/test-support/programs/start-postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Service, servePostgres } from "./serve-postgres.js";

/** A text that each encoding supports. */
const texts = {
  LATIN9: "Zoë €",
  EUC_JP: "日本語",
  LATIN1: "Zoë £",
  WIN1251: "Привет",
  EUC_KR: "한국어",
  KOI8R: "Привет",
};

let server: PostgresServer;
let service: Service;

beforeAll(async () => {
  server = await startPostgres();
  for (const name of [...Object.keys(texts), "SQL_ASCII"]) {
    server.admin(`create database ${name} encoding '${name}' locale 'C' template template0`);
    server.admin(`grant connect on database ${name} to wellhead_reader`);
  }
  service = await servePostgres(server);
});

afterAll(async () => {
  await service.app.close();
  await server.stop();
});

async function read(database: string, filter: object, accept = "application/json") {
  const account = service.account({ database });
  return service.post("/", { source: "table", account, filter: { schema: "public", ...filter } }, { accept });
}

it.each(Object.entries(texts))("reads and filters text of a database in %s", async (name, text) => {
  server.admin(
    `create table t as select 1 as id, convert_from('\\x${Buffer.from(text).toString("hex")}', 'UTF8') as v;
     grant select on t to wellhead_reader;`,
    name.toLowerCase(),
  );
  const database = name.toLowerCase();
  for (const filter of [
    {},
    { valueColumn: "v", values: name.startsWith("EUC") ? [text] : [text, "a character it lacks: 😀"] },
    { textColumn: "v", textContains: text },
  ]) {
    const answer = await read(database, { table: "t", ...filter });
    expect(JSON.parse(answer.body)).toEqual([{ id: 1, v: text }]);
  }
  if (name.startsWith("EUC")) return;
  // The upper case of the last character is a Greek letter.
  for (const textContains of ["😀", "µ"])
    expect(JSON.parse((await read(database, { table: "t", textColumn: "v", textContains })).body)).toEqual(
      [],
    );
  const none = await read(database, { table: "t", valueColumn: "v", values: ["😀"] });
  expect(JSON.parse(none.body)).toEqual([]);
});

describe("a database in SQL_ASCII", () => {
  beforeAll(() => {
    server.admin(
      `create table t as select i as id, 'plain' as v, 'é'::text as w from generate_series(1, 500) i;
       update t set v = convert_from('\\x5a6feb', 'SQL_ASCII') where id = 1;
       create view ordered as select * from t order by id;
       grant select on t, ordered to wellhead_reader;`,
      "sql_ascii",
    );
  });

  it.each(["application/json", "application/x-ndjson", "text/csv"])(
    "names the row and the column whose bytes are not UTF-8, as %s",
    async (accept) => {
      const answer = await read("sql_ascii", { table: "ordered" }, accept);
      expect(answer.status).toBe(502);
      expect(JSON.parse(answer.body)).toMatchObject({
        code: "upstream_invalid",
        error: expect.stringContaining('row 1 holds text in column "v" that is not UTF-8'),
      });
    },
  );

  it("sends text that is UTF-8 as it is", async () => {
    const answer = await read("sql_ascii", {
      table: "t",
      columns: ["id", "w"],
      valueColumn: "w",
      values: ["é"],
    });
    expect(JSON.parse(answer.body)).toHaveLength(500);
  });
});

/**
 * Texts by the actual encoding of their bytes: a text, another that begins with the same character, and two texts of
 * which a byte-wise search would find the second in the first.
 */
const undeclared = [
  ["windows-1252", "Zoë €", "Zürich", ["ab", "q"]],
  ["utf-8", "Zoë 漢字", "Zürich", ["ø", "ÿ"]],
  ["gbk", "漢字俓", "漢語", ["中国", "泄"]],
  ["shift_jis", "表現ソ", "表紙", ["示", "ｦ"]],
] as const;

/** Returns the bytes that Python writes for texts, as hexadecimal digits. */
function encodedByPython(encoding: string, values: readonly string[]): readonly string[] {
  const program =
    "import json, sys; print(json.dumps([v.encode(sys.argv[1]).hex() for v in json.loads(sys.argv[2])]))";
  const printed = execFileSync("python3", ["-c", program, encoding, JSON.stringify(values)], {
    encoding: "utf8",
  });
  return JSON.parse(printed) as string[];
}

describe.each(undeclared)(
  "a database in SQL_ASCII whose bytes are %s",
  (encoding, text, other, [pair, inner]) => {
    const database = `bytes_${encoding.replace("-", "_")}`;
    const title = `t ${text}`;
    const column = `c "${text}`;
    const array = [text, `\\ " ${text}`, "", null];

    beforeAll(() => {
      const [one, two, three, table, name, list] = encodedByPython(encoding, [
        text,
        other,
        pair,
        title,
        column,
        `\\ " ${text}`,
      ]);
      const raw = (hex: string | undefined) => `convert_from('\\x${hex}', 'SQL_ASCII')`;
      const run = (template: string) => `execute format('${template}', ${raw(table)}, ${raw(name)});`;
      server.admin(`create database ${database} encoding 'SQL_ASCII' locale 'C' template template0`);
      server.admin(
        `do $$ begin
        ${run("create table %1$I (id int primary key, %2$I text, list text[])")}
        ${run("grant select on %1$I to wellhead_reader")}
        execute format('insert into %1$I values (1, $1, $2), (2, $3, null), (3, $4, null), (4, ''plain'', null)', ${raw(table)})
          using ${raw(one)}, array[${raw(one)}, ${raw(list)}, '', null], ${raw(two)}, ${raw(three)};
      end $$`,
        database,
      );
    });

    const account = () => service.account({ database, encoding });
    async function rows(source: string, filter: object, accept = "application/json"): Promise<unknown> {
      const answer = await service.post("/", { source, account: account(), filter }, { accept });
      return answer.status === 200 && accept === "application/json" ? JSON.parse(answer.body) : answer.body;
    }
    const table = (filter: object) => rows("table", { schema: "public", table: title, ...filter });
    const ids = async (filter: object) =>
      ((await table({ columns: ["id"], ...filter })) as { id: number }[])
        .map(({ id }) => id)
        .toSorted((one, two) => one - two);

    it("is read by its names, as JSON and as CSV", async () => {
      expect(await table({ orderBy: "id" })).toEqual([
        { id: 1, [column]: text, list: array },
        { id: 2, [column]: other, list: null },
        { id: 3, [column]: pair, list: null },
        { id: 4, [column]: "plain", list: null },
      ]);
      const filter = { schema: "public", table: title, orderBy: "id", columns: [column] };
      expect(await rows("table", filter, "text/csv")).toBe(
        `"c ""${text}"\r\n${text}\r\n${other}\r\n${pair}\r\nplain\r\n`,
      );
    });

    it("is filtered and listed by its texts", async () => {
      expect(await ids({ valueColumn: column, values: [text, other, "\\", 'a,"b'] })).toEqual([1, 2]);
      expect(await ids({ textColumn: column, textContains: text.slice(1) })).toEqual([1]);
      expect(await ids({ textColumn: column, textContains: text.slice(0, 1).toUpperCase() })).toEqual([1, 2]);
      expect(await ids({ textColumn: column, textContains: inner })).toEqual([]);
      expect(await ids({ textColumn: column, textContains: pair.toUpperCase() })).toEqual([3]);
      const list = async (field: string, dependsOn: object) => {
        const body = {
          source: "table",
          field,
          account: account(),
          dependsOn: { schema: "public", ...dependsOn },
        };
        return (JSON.parse((await service.post("/datalist", body)).body) as { value: string }[]).map(
          ({ value }) => value,
        );
      };
      expect(await list("table", {})).toContain(title);
      const values = await list("values", { table: title, valueColumn: column });
      expect(values.toSorted()).toEqual([text, other, pair, "plain"].toSorted());
    });

    it("is queried, and explains what is wrong, in its own words", async () => {
      const name = `"${column.replaceAll('"', '""')}"`;
      const sql = `select '${text}' as one, id from "${title}" where ${name} = {{value}}`;
      const parameters = JSON.stringify({ value: other });
      expect(await rows("query", { sql, parameters })).toEqual([{ one: text, id: 2 }]);
      expect(await rows("query", { sql: `select 1 from "${text} nowhere"` })).toContain(`${text} nowhere`);
      const lists = await rows("query", {
        sql: `select count(*) as n from "${title}" where ${name} = any ({{values}}::text[])`,
        parameters: JSON.stringify({ values: [text, other] }),
      });
      // The server would read the second byte of some characters as a backslash.
      const isRefused = ["gbk", "shift_jis"].includes(encoding);
      const refusal = expect.stringMatching(/would read as a backslash/) as unknown;
      expect(lists).toEqual(isRefused ? refusal : [{ n: 2 }]);
    });
  },
);

describe("a database in SQL_ASCII whose bytes are mixed", () => {
  it("names the row and the column that are not in the chosen encoding", async () => {
    server.admin(
      `create table mixed as select * from (values (1, 'plain', 'x'),
         (2, 'x', convert_from('\\x81', 'SQL_ASCII')), (3, 'y', 'z')) v (id, a, b);
       grant select on mixed to wellhead_reader;`,
      "sql_ascii",
    );
    for (const accept of ["application/json", "text/csv"]) {
      const account = service.account({ database: "sql_ascii", encoding: "gbk" });
      const filter = { schema: "public", table: "mixed", orderBy: "id" };
      const answer = await service.post("/", { source: "table", account, filter }, { accept });
      expect(answer.status).toBe(502);
      expect(answer.body).toContain('row 2 holds text in column \\"b\\" that is not gbk');
    }
  });

  it("says to choose the encoding where a name is not UTF-8", async () => {
    const list = { source: "table", field: "table", account: service.account({ database: "bytes_gbk" }) };
    const answer = await service.post("/datalist", { ...list, dependsOn: { schema: "public" } });
    expect(answer.body).toMatch(/a name or a value in it is not utf-8. Choose the encoding/);
    expect(JSON.parse(answer.body)).toMatchObject({ code: "upstream_invalid", field: "encoding" });
  });

  it("refuses an encoding that is not known", async () => {
    const answer = await service.post("/", {
      source: "query",
      account: service.account({ database: "sql_ascii", encoding: "utf-16" }),
      filter: { sql: "select 1" },
    });
    expect(JSON.parse(answer.body)).toMatchObject({ status: 400, field: "encoding" });
  });
});
