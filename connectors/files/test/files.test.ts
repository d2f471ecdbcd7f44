import { mkdir, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { isLong } from "@wellhead/test-support/properties/is-long";
import { afterEach, describe, expect, it } from "vitest";
import { type Folder, makeFolder, readText } from "./folder.js";
import { writeWorkbook } from "./write-workbook.js";

const open: Folder[] = [];

async function folderOf(...parameters: Parameters<typeof makeFolder>): Promise<Folder> {
  const folder = await makeFolder(...parameters);
  open.push(folder);
  return folder;
}

afterEach(async () => {
  for (const folder of open.splice(0)) await folder[Symbol.asyncDispose]();
});

describe("filesConnector()", () => {
  it("makes every file of a known kind a source, also in sub-folders", async () => {
    const folder = await folderOf({
      "orders.csv": "id\n1\n",
      "stock.tsv": "id\tname\n1\tx\n",
      "log.ndjson": '{"a":1}\n',
      "lines.jsonl": '{"a":1}\n',
      "list.json": '[{"a":1}]',
      "2024/may/sales.csv": "id\n1\n",
      "packed.csv.gz": gzipSync("id\n7\n"),
      "notes.txt": "no source",
      ".hidden.csv": "id\n1\n",
    });
    expect(new Set((await folder.connector.sources()).keys())).toEqual(
      new Set(["2024/may/sales", "lines", "list", "log", "orders", "packed", "stock"]),
    );
    expect(await folder.rows("packed")).toEqual([{ id: 7 }]);
    expect(await folder.rows("stock")).toEqual([{ id: 1, name: "x" }]);
  });

  it("serves a single file", async () => {
    const folder = await folderOf({ "a.csv": "id\n1\n", "b.csv": "id\n2\n" });
    const single = await folderOf({}, { path: join(folder.path, "b.csv") });
    expect([...(await single.connector.sources()).keys()]).toEqual(["b"]);
    expect(await single.rows("b")).toEqual([{ id: 2 }]);
  });

  it("gives different ids to files with the same name", async () => {
    const folder = await folderOf({
      "a.json": "[]",
      "a.csv": "x\n1\n",
      "A.ndjson": "{}\n",
      "__proto__.csv": "x\n1\n",
    });
    expect(new Set((await folder.connector.sources()).keys())).toEqual(
      new Set(["A", "__proto__", "a.csv", "a.json"]),
    );
    expect(await folder.rows("__proto__")).toEqual([{ x: 1 }]);
  });

  it("reads names that mean something to the engine, the shell or SQL", async () => {
    const names = ["a[1].csv", "line\nbreak.csv", "; DROP 'TABLE' \"東京\"*?;--.csv"];
    const folder = await folderOf(Object.fromEntries(names.map((name) => [name, "x\n1\n"])));
    const ids = [...(await folder.connector.sources()).keys()];
    expect(ids.length).toBe(names.length);
    for (const id of ids) {
      expect(await folder.rows(id)).toEqual([{ x: 1 }]);
      expect(await folder.rows(id, { filter: { sql: `SELECT x + 1 AS y FROM "${id}"` } })).toEqual([
        { y: 2 },
      ]);
    }
  });

  it("refuses links that leave the folder and follows those that stay", async () => {
    const outside = await folderOf({ "secret.csv": "x\n1\n" });
    const folder = await folderOf({ "a.csv": "x\n1\n" });
    await symlink(join(outside.path, "secret.csv"), join(folder.path, "secret.csv"));
    await symlink(outside.path, join(folder.path, "deep"));
    await symlink(join(folder.path, "a.csv"), join(folder.path, "b.csv"));
    expect([...(await folder.connector.sources()).keys()]).toEqual(["a", "b"]);
    expect(await folder.rows("b")).toEqual([{ x: 1 }]);
  });

  it("returns the same map while nothing changes and a new one when a file does", async () => {
    const folder = await folderOf({ "a.csv": "x\n1\n" });
    const first = await folder.connector.sources();
    expect(await folder.connector.sources()).toBe(first);
    await folder.write("a.csv", "x\n1\n22\n");
    expect(await folder.connector.sources()).not.toBe(first);
    expect(await folder.rows("a")).toEqual([{ x: 1 }, { x: 22 }]);
    await folder.write("b.csv", "y\n3\n");
    expect(await folder.rows("b")).toEqual([{ y: 3 }]);
    await rm(join(folder.path, "a.csv"));
    expect([...(await folder.connector.sources()).keys()]).toEqual(["b"]);
    await expect(folder.rows("b", { filter: { sql: "FROM a" } })).rejects.toMatchObject({ field: "sql" });
  });

  it("says what is wrong when the folder is missing", async () => {
    const folder = await folderOf({}, { path: "/nowhere/at-all" });
    await expect(folder.connector.sources()).rejects.toMatchObject({ code: "upstream_unavailable" });
    expect(String(await folder.connector.sources().catch((error: unknown) => error))).not.toContain(
      "/nowhere",
    );
  });

  it("applies limit and skip in the order of the file", async () => {
    const lines = Array.from({ length: 10_000 }, (_, index) => String(index)).join("\n");
    const folder = await folderOf({ "n.csv": `n\n${lines}\n` });
    expect(await folder.rows("n", { limit: 3, skip: 9000 })).toEqual([{ n: 9000 }, { n: 9001 }, { n: 9002 }]);
    expect(await folder.rows("n", { limit: 0 })).toEqual([]);
    expect(await folder.rows("n", { skip: 20_000 })).toEqual([]);
    expect((await folder.rows("n")).every((row, index) => row["n"] === index)).toBe(true);
  });

  it("declares columns and filter fields by the types of the file", async () => {
    const folder = await folderOf({
      "sales.csv":
        "orderDate,city,net_amount,paid,at\n2024-01-02,Bern,1.5,true,2024-01-02 03:04:05\n2024-01-03,Oslo,2,false,2024-01-02 03:04:06\n",
    });
    const source = await folder.source("sales");
    expect(source.fields).toEqual({
      orderDate: { column: "date", title: "Order Date" },
      city: { column: "text", title: "City" },
      net_amount: { column: "number", title: "Net amount" },
      paid: { column: "bool", title: "Paid" },
      at: { column: "date", title: "At" },
    });
    expect(Object.entries(source.filter).map(([id, { type }]) => `${id}:${type}`)).toEqual([
      "columns:multidropdown",
      "orderDate:date",
      "city:multidropdown",
      "net_amount_min:number",
      "net_amount_max:number",
      "paid:multidropdown",
      "at:date",
      "isNull:multidropdown",
      "isNotNull:multidropdown",
      "sql:highlightText",
    ]);
  });
});

describe("files that are not as they should be", () => {
  it("lists a broken file with its fault and leaves the others alone", async () => {
    const folder = await folderOf({
      "good.csv": "x\n1\n",
      "bad.parquet": "PAR1 this is no parquet file PAR1",
      "none.parquet": "",
      "cut.json": '[{"a":1},{"a":',
      "bad.xlsx": "no workbook",
    });
    expect(await folder.rows("good")).toEqual([{ x: 1 }]);
    for (const id of ["bad", "none", "cut", "bad.xlsx"]) {
      const { description } = await folder.source(id);
      expect(description).toMatch(
        /^Cannot be read\. Could not read "(bad\.parquet|none\.parquet|cut\.json|bad\.xlsx)": /,
      );
      await expect(folder.rows(id)).rejects.toMatchObject({ code: "upstream_invalid" });
      expect(description).not.toContain("wellhead-files-");
    }
  });

  it("reads an empty file as no rows and a header alone as columns without rows", async () => {
    const folder = await folderOf({ "empty.csv": "", "empty2.json": "", "header.csv": "a,b\n" });
    expect(await folder.rows("empty")).toEqual([]);
    expect(await folder.rows("empty2")).toEqual([]);
    expect(await folder.rows("header")).toEqual([]);
    expect(Object.keys((await folder.source("header")).fields ?? {})).toEqual(["a", "b"]);
  });

  it("fills rows that are too short with NULL and names columns that have none", async () => {
    const folder = await folderOf({ "ragged.csv": "a,b,c\n1,2,3\n4,5\n6,7,8,9\n" });
    expect(await folder.rows("ragged")).toEqual([
      { a: 1, b: 2, c: 3, column3: null },
      { a: 4, b: 5, c: null, column3: null },
      { a: 6, b: 7, c: 8, column3: 9 },
    ]);
  });

  it.each([
    ["UTF-8 with a byte order mark", Buffer.from("\ufeffname,n\nZürich,1\n")],
    ["UTF-16 little endian", Buffer.from("\ufeffname,n\nZürich,1\n", "utf16le")],
    ["UTF-16 big endian", Buffer.from("\ufeffname,n\nZürich,1\n", "utf16le").swap16()],
    ["Latin-1", Buffer.from("name,n\nZürich,1\n", "latin1")],
  ])("reads %s", async (_, content) => {
    const folder = await folderOf({ "t.csv": content });
    expect(await folder.rows("t")).toEqual([{ name: "Zürich", n: 1 }]);
  });

  it("keeps digits that are not numbers as text", async () => {
    const folder = await folderOf({
      "c.csv": "zip,long,int\n01234,12345678901234567.89,12345678901234567890\n98765,1.5,2\n",
    });
    expect(await folder.rows("c")).toEqual([
      { zip: "01234", long: "12345678901234567.89", int: "12345678901234567890" },
      { zip: "98765", long: "1.5", int: "2" },
    ]);
  });

  it("reads a column of mixed types as text", async () => {
    const folder = await folderOf({
      "m.csv": `a\n${"1\n".repeat(30_000)}abc\n`,
      "m2.ndjson": '{"a":1}\n{"a":"x"}\n{"a":[1]}\n',
    });
    const rows = await folder.rows("m");
    expect([rows[0], rows.at(-1)]).toEqual([{ a: "1" }, { a: "abc" }]);
    expect(await folder.rows("m2")).toEqual([{ a: 1 }, { a: "x" }, { a: [1] }]);
  });

  // Only a file of more than 32 MB is described by its first rows.
  it.runIf(isLong)(
    "reads a column as text once it has found other values than its first rows promised",
    async () => {
      const lines = `1,${"x".repeat(60)}\n`.repeat(600_000);
      const folder = await folderOf({ "late.csv": `n,t\n${lines}abc,last\n` });
      expect((await folder.source("late")).fields).toMatchObject({ n: { column: "number" } });
      await expect(folder.rows("late", { filter: { columns: ["n"] } })).rejects.toMatchObject({
        code: "upstream_invalid",
        message: expect.stringContaining(
          'Could not read "late.csv": expected BIGINT in column "n" of line 600002 as in the first rows, got "abc"',
        ),
      });
      expect((await folder.source("late")).fields).toMatchObject({ n: { column: "text" } });
      expect(await folder.rows("late", { skip: 599_999 })).toEqual([
        { n: "1", t: "x".repeat(60) },
        { n: "abc", t: "last" },
      ]);
    },
  );

  it("reads an object, values alone and nested JSON", async () => {
    const folder = await folderOf({
      "object.json": '{"a":1,"b":{"c":[1,null,{"d":"x"}]}}',
      "values.json": "[1,2]",
      "nested.ndjson": '{"a":{"b":[{"c":1.5}]},"m":null}\n',
    });
    expect(await folder.rows("object")).toEqual([{ a: 1, b: { c: [1, null, { d: "x" }] } }]);
    expect(await folder.rows("values")).toEqual([{ json: 1 }, { json: 2 }]);
    expect(await folder.rows("nested")).toEqual([{ a: { b: [{ c: 1.5 }] }, m: null }]);
  });

  it("keeps duplicate and reserved column names distinct", async () => {
    const folder = await folderOf({ "d.csv": "a,a,A,__proto__,__streamError,constructor\n1,2,3,4,5,6\n" });
    expect(await folder.rows("d")).toEqual([
      { a: 1, a_2: 2, A_3: 3, _proto_: 4, _streamError: 5, constructor: 6 },
    ]);
  });

  it("reads more columns than one question to the engine has", async () => {
    const names = Array.from({ length: 250 }, (_, index) => `c${index}`);
    const folder = await folderOf({
      "w.csv": `${names.join(",")}\n${names.map((_, index) => index).join(",")}\n`,
    });
    const [row = {}] = await folder.rows("w");
    expect(Object.keys(row)).toEqual(names);
    expect(row["c249"]).toBe(249);
    expect(Object.keys((await folder.source("w")).filter).length).toBeLessThan(140);
  });

  it("says so when a file goes away between listing and reading", async () => {
    const folder = await folderOf({ "gone.parquet": "", "gone.csv": "x\n1\n" });
    const source = await folder.source("gone");
    await rm(join(folder.path, "gone.csv"));
    await expect(readText(source)).rejects.toMatchObject({ name: "ConnectorError" });
  });

  it("leaves out a folder that only looks like a file", async () => {
    const folder = await folderOf({ "a.csv": "x\n1\n" });
    await mkdir(join(folder.path, "b.csv"));
    expect([...(await folder.connector.sources()).keys()]).toEqual(["a"]);
  });
});

describe("workbooks", () => {
  it("makes every sheet a source with the types of its cells", async () => {
    const folder = await folderOf({
      "book.xlsx": writeWorkbook({
        People: [
          ["name", "age", "member"],
          ["Ann", 31, true],
          ['Bob "B"\nline', 4.5, false],
          [null, null, null],
        ],
        "Only text": [
          ["a", "b"],
          ["1", 2],
          ["x", "y,z"],
        ],
      }),
    });
    expect([...(await folder.connector.sources()).keys()]).toEqual(["book/People", "book/Only text"]);
    expect(await folder.rows("book/People")).toEqual([
      { name: "Ann", age: 31, member: true },
      { name: 'Bob "B"\nline', age: 4.5, member: false },
    ]);
    expect(await folder.rows("book/Only text")).toEqual([
      { a: "1", b: "2" },
      { a: "x", b: "y,z" },
    ]);
  });

  it("names the only sheet after its file and sees changes", async () => {
    const folder = await folderOf({ "one.xlsx": writeWorkbook({ Sheet1: [["n"], [1]] }) });
    expect(await folder.rows("one")).toEqual([{ n: 1 }]);
    await folder.write("one.xlsx", writeWorkbook({ Sheet1: [["n"], [1], [2]] }));
    expect(await folder.rows("one", { filter: { sql: "SELECT sum(n)::INTEGER AS s FROM one" } })).toEqual([
      { s: 3 },
    ]);
  });
});
