import { afterAll, beforeAll, expect, it } from "vitest";
import { type Service, serveMysql } from "./serve-mysql.js";
import { type MariadbServer, startMariadb } from "./start-mariadb.js";

/** A text that each character set has. */
const texts = {
  latin1: "Zoë é £",
  utf8mb3: "Zoë 漢字 Ω",
  utf8mb4: "Zoë 😀 漢字",
  utf16: "Zoë 😀 漢字",
  utf16le: "Zoë 😀 漢字",
  utf32: "Zoë 😀 漢字",
  ucs2: "Zoë 漢字",
  gbk: "漢字 中文",
  sjis: "日本語 カナ",
  cp1251: "Привет",
  koi8r: "Привет",
  greek: "Ωμέγα",
  big5: "漢字",
  euckr: "한국어",
} as const;

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
