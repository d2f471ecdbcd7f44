import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Service, serveSqlite } from "./serve-sqlite.js";

let service: Service;

beforeAll(async () => {
  service = await serveSqlite();
});

afterAll(() => service.close());

const create = `
create table "tabelle ä" (id integer primary key, name text, raw blob, at datetime, x real, doc json, any_value);
insert into "tabelle ä" values (1, 'Zoë 😀 漢字', x'00ff10', '2024-02-03 04:05:06', 0.1, '{"a":"é"}', 'ü'),
  (2, '', x'', '2024-02-03T04:05:06', 1e300, '[1]', 5), (3, null, null, null, null, null, null),
  (4, 'line' || char(10) || '"quoted", \\', 'text', 'tomorrow', 1234567.123456789, 'no json', x'01');
create table "ohne nummer" (name text primary key, v text) without rowid;
insert into "ohne nummer" values ('b', '漢'), ('ä', 'x');
create view sicht as select name, x from "tabelle ä";`;

/** Returns the text of the file as an independent client reads it. */
function oracle(file: string): unknown {
  const program = `
import json, sqlite3, sys
rows = sqlite3.connect(sys.argv[1]).execute('select id, name, at from "tabelle ä" order by id').fetchall()
print(json.dumps(rows))`;
  return JSON.parse(spawnSync("python3", ["-c", program, file], { encoding: "utf8" }).stdout);
}

describe.each(["UTF-8", "UTF-16le", "UTF-16be"])("a file in %s", (encoding) => {
  const schema = `${encoding.toLowerCase()}.db`;

  beforeAll(() => service.run(schema, `pragma encoding = '${encoding}';${create}`));

  async function body(filter: object, accept = "application/json", source = "table"): Promise<string> {
    const answer = await service.post(
      "/",
      { source, account: {}, filter: { schema, ...filter } },
      { accept },
    );
    expect(answer.status).toBe(200);
    return answer.body;
  }

  it("is read as the file's own client reads it", async () => {
    const rows = JSON.parse(await body({ table: "tabelle ä" })) as Record<string, unknown>[];
    const times = rows.map(({ id, name, at }) => [
      id,
      name,
      typeof at === "string" ? at.replace("T", " ") : at,
    ]);
    const known = (oracle(join(service.folder, schema)) as unknown[][]).map(([id, name, at]) => [
      id,
      name,
      typeof at === "string" ? at.replace("T", " ") : at,
    ]);
    expect(times).toEqual(known);
    expect(rows[0]).toEqual({
      id: 1,
      name: "Zoë 😀 漢字",
      raw: "AP8Q",
      at: "2024-02-03T04:05:06",
      x: 0.1,
      doc: { a: "é" },
      any_value: "ü",
    });
    expect(rows[3]).toMatchObject({ x: 1_234_567.123_456_789, doc: "no json", any_value: "AQ==" });
  });

  it("is read row by row, in pages, by a filter and as CSV", async () => {
    expect(JSON.parse(await body({ table: "ohne nummer" }))).toHaveLength(2);
    expect(JSON.parse(await body({ table: "sicht", orderBy: "x", columns: ["name"] }))).toHaveLength(4);
    const found = await body({ table: "ohne nummer", valueColumn: "name", values: ["ä"] });
    expect(JSON.parse(found)).toEqual([{ name: "ä", v: "x" }]);
    const contained = await body({
      table: "tabelle ä",
      textColumn: "name",
      textContains: "ZOË",
      columns: ["id"],
    });
    expect(JSON.parse(contained)).toEqual([{ id: 1 }]);
    const csv = await body({ table: "tabelle ä", columns: ["id", "name"] }, "text/csv");
    expect(csv).toBe('id,name\r\n1,Zoë 😀 漢字\r\n2,""\r\n3,\r\n4,"line\n""quoted"", \\"\r\n');
    const query = await body(
      { sql: `select 'é' || {{x}} as a, 'ß' as "näme"`, parameters: '{"x":"漢"}' },
      undefined,
      "query",
    );
    expect(JSON.parse(query)).toEqual([{ a: "é漢", näme: "ß" }]);
  });

  it("lists its tables, columns and values", async () => {
    const list = async (field: string, dependsOn: object) =>
      (
        JSON.parse(
          (
            await service.post("/datalist", {
              source: "table",
              field,
              account: {},
              dependsOn: { schema, ...dependsOn },
            })
          ).body,
        ) as { value: string }[]
      ).map(({ value }) => value);
    expect(await list("table", {})).toEqual(["ohne nummer", "sicht", "tabelle ä"]);
    // Files in UTF-16LE sort text by the bytes of that encoding.
    const values = await list("values", { table: "ohne nummer", valueColumn: "v" });
    expect(values.toSorted()).toEqual(["x", "漢"]);
  });
});

/** Texts whose bytes are stored in files that declare UTF-8, by their actual encoding. */
const misdeclared = [
  ["windows-1252", "Zoë €", "ZÜRICH"],
  ["koi8-r", "Привет", "пробка"],
  ["gbk", "漢字俓", "漢語"],
  ["shift_jis", "表示ソ", "表紙"],
] as const;

const hexOf = (encoding: string, text: string) =>
  spawnSync("python3", ["-c", "import sys; print(sys.argv[2].encode(sys.argv[1]).hex())", encoding, text], {
    encoding: "utf8",
  }).stdout.trim();

describe.each(misdeclared)("a file in UTF-8 that holds text in %s", (encoding, one, two) => {
  const schema = `of ${encoding}.db`;
  let decoding: Service;

  beforeAll(async () => {
    decoding = await serveSqlite({ encoding });
    const [a, b, json] = [one, two, `{"${one}": ["\\n", 1]}`].map(
      (text) => `cast(x'${hexOf(encoding, text)}' as text)`,
    );
    const rows = `create table t (id integer primary key, v text, at datetime, doc json, n);
      insert into t values (1, ${a}, '2024-01-02 03:04:05', ${json}, 1.5), (2, ${b}, ${a}, ${a}, x'ff'), (3, '', null, null, null);
      create view w as select * from t;`;
    for (const each of [service, decoding]) each.run(schema, rows);
  });

  afterAll(() => decoding.close());

  async function table(filter: object, accept = "application/json", asked = decoding) {
    const body = { source: "table", account: {}, filter: { schema, ...filter } };
    return asked.post("/", body, { accept });
  }

  it.each(["t", "w"])("is read as it was written, from %s", async (name) => {
    const answer = await table({ table: name, orderBy: "id" });
    expect(JSON.parse(answer.body)).toEqual([
      { id: 1, v: one, at: "2024-01-02T03:04:05", doc: { [one]: ["\n", 1] }, n: 1.5 },
      { id: 2, v: two, at: one, doc: one, n: "/w==" },
      { id: 3, v: "", at: null, doc: null, n: null },
    ]);
    const csv = await table({ table: name, columns: ["id", "v"], orderBy: "id" }, "text/csv");
    expect(csv.body).toBe(`id,v\r\n1,${one}\r\n2,${two}\r\n3,""\r\n`);
  });

  it("is filtered and listed by its texts", async () => {
    const ids = async (filter: object) =>
      JSON.parse((await table({ table: "t", columns: ["id"], ...filter })).body) as unknown;
    expect(await ids({ valueColumn: "v", values: [one, "😀"] })).toEqual([{ id: 1 }]);
    expect(await ids({ valueColumn: "v", values: ["😀"] })).toEqual([]);
    const found = await ids({ textColumn: "v", textContains: two.slice(1, 3).toLowerCase() });
    const isRefused = ["gbk", "shift_jis"].includes(encoding);
    const refusal = expect.objectContaining({ status: 400, field: "textContains" }) as unknown;
    expect(found).toEqual(isRefused ? refusal : [{ id: 2 }]);
    const list = { source: "table", field: "values", account: {} };
    const answer = await decoding.post("/datalist", {
      ...list,
      dependsOn: { schema, table: "t", valueColumn: "v" },
    });
    const values = (JSON.parse(answer.body) as { value: string }[]).map(({ value }) => value);
    expect(values.toSorted()).toEqual([one, two, ""].toSorted());
  });

  it("is refused, with the row and the column, when no encoding is named", async () => {
    for (const accept of ["text/csv", "application/json", "application/x-ndjson"]) {
      const answer = await table({ table: "t" }, accept, service);
      expect({ accept, ...(JSON.parse(answer.body) as object) }).toMatchObject({
        status: 502,
        error: expect.stringMatching(/row 1 holds text in column "v" that is not UTF-8/) as string,
      });
    }
  });
});

it("bytes that are not in the named encoding are refused, with the row and the column", async () => {
  const decoding = await serveSqlite({ encoding: "gbk" });
  decoding.run(
    "x.db",
    "create table t (id integer primary key, v text); insert into t values (1, 'a'), (2, cast(x'81' as text));",
  );
  const answer = await decoding.post("/", {
    source: "table",
    account: {},
    filter: { schema: "x.db", table: "t" },
  });
  expect(answer.status).toBe(502);
  expect(answer.body).toContain('row 2 holds text in column \\"v\\" that is not gbk');
  await decoding.close();
});
