import { execFileSync } from "node:child_process";
import { type MariadbServer, startMariadb } from "@wellhead/test-support/programs/start-mariadb";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Service, serveMysql } from "./serve-mysql.js";

/** A text that each character set supports. */
const texts = {
  latin1: "Zoë é £",
  utf8mb4: "Zoë 😀 漢字",
  utf16: "Zoë 😀 漢字",
  ucs2: "Zoë 漢字",
  gbk: "漢字 中文",
  utf8mb3: "Zoë 漢字 Ω",
  utf16le: "Zoë 😀 漢字",
  utf32: "Zoë 😀 漢字",
  sjis: "日本語 カナ",
  cp1251: "Привет",
  koi8r: "Привет",
  greek: "Ωμέγα",
  big5: "漢字",
  euckr: "한국어",
};

let server: MariadbServer;
let service: Service;

beforeAll(async () => {
  server = await startMariadb();
  const tables = Object.entries(texts).map(([name, text]) => {
    const value = `convert(x'${Buffer.from(text).toString("hex")}' using utf8mb4)`;
    return `create table of_${name} (id int primary key, v varchar(60), c char(20), e enum('a', 'b'), t text) character set ${name};
      insert into of_${name} values (1, ${value}, ${value}, 'a', ${value}), (2, 'other', '', 'b', null);`;
  });
  server.admin(tables.join("\n"));
  service = await serveMysql(server);
});

afterAll(async () => {
  await service.app.close();
  await server.stop();
});

it.each(Object.entries(texts))("reads, filters and lists text in %s", async (name, text) => {
  const table = { schema: "shop", table: `of_${name}` };
  expect(await service.rows("table", table)).toEqual([
    { id: 1, v: text, c: text, e: "a", t: text },
    { id: 2, v: "other", c: "", e: "b", t: null },
  ]);
  for (const column of ["v", "c", "t"]) {
    const filters = [
      { valueColumn: column, values: [text, "😀 nothing"] },
      { textColumn: column, textContains: text.slice(0, 3) },
    ];
    for (const filter of filters)
      expect(await service.rows("table", { ...table, columns: ["id"], ...filter })).toEqual([{ id: 1 }]);
  }
  const list = { source: "table", field: "values", account: service.account() };
  const answer = await service.post("/datalist", { ...list, dependsOn: { ...table, valueColumn: "v" } });
  const values = (JSON.parse(answer.body) as { value: string }[]).map(({ value }) => value);
  expect(values.toSorted()).toEqual([text, "other"].toSorted());
});

/** Texts in columns that are declared latin1, by the actual encoding of their bytes. */
const misdeclared = [
  ["utf-8", "Zoë 😀 漢字", "Привет"],
  ["gbk", "漢字俓", "漢語"],
  ["windows-1251", "Привет", "ПРОБА"],
] as const;

const hexOf = (encoding: string, text: string) =>
  execFileSync(
    "python3",
    ["-c", "import sys; print(sys.argv[2].encode(sys.argv[1]).hex())", encoding, text],
    {
      encoding: "utf8",
    },
  ).trim();

it.each(misdeclared)(
  "reads, filters and lists %s in columns that are declared latin1",
  async (encoding, one, two) => {
    const name = `in_${encoding.replace("-", "_")}`;
    const [a, b] = [one, two].map((text) => `x'${hexOf(encoding, text)}'`);
    server.admin(`
    create table ${name} (id int primary key, v varchar(60) character set latin1, t text character set latin1,
      right_one varchar(60) character set utf8mb4, raw varbinary(60));
    insert into ${name} values (1, ${a}, ${a}, 'Zoë €', ${a}), (2, ${b}, null, '', null), (3, '', '', null, null);`);
    const table = { schema: "shop", table: name };
    const rows = [
      {
        id: 1,
        v: one,
        t: one,
        right_one: "Zoë €",
        raw: Buffer.from(hexOf(encoding, one), "hex").toString("base64"),
      },
      { id: 2, v: two, t: null, right_one: "", raw: null },
      { id: 3, v: "", t: "", right_one: null, raw: null },
    ];
    const account = service.account({ encoding });
    const read = async (source: string, filter: object, accept = "application/json") =>
      (await service.post("/", { source, account, filter }, { accept })).body;
    expect(JSON.parse(await read("table", table))).toEqual(rows);
    expect(JSON.parse(await read("query", { sql: `select * from ${name} order by id` }))).toEqual(rows);
    expect(await read("table", { ...table, columns: ["id", "v"] }, "text/csv")).toBe(
      `id,v\r\n1,${one}\r\n2,${two}\r\n3,""\r\n`,
    );
    for (const filter of [
      { valueColumn: "v", values: [one, "nothing"] },
      { textColumn: "v", textContains: one.slice(1) },
    ])
      expect(JSON.parse(await read("table", { ...table, columns: ["id"], ...filter }))).toEqual([{ id: 1 }]);
    const body = { source: "table", field: "values", account, dependsOn: { ...table, valueColumn: "v" } };
    const values = JSON.parse((await service.post("/datalist", body)).body) as { value: string }[];
    expect(values.map(({ value }) => value).toSorted()).toEqual(["", one, two].toSorted());
  },
);

it("names the row and the column that hold another encoding than the account says", async () => {
  server.admin(`
    create table wrong (id int primary key, v varchar(60) character set latin1);
    insert into wrong values (1, 'plain'), (2, x'5a6feb');`);
  const account = service.account({ encoding: "utf-8" });
  const filter = { schema: "shop", table: "wrong" };
  const answer = await service.post("/", { source: "table", account, filter });
  expect(answer.status).toBe(502);
  expect(answer.body).toContain('row 2 holds text in column \\"v\\" that is not utf-8');
});
