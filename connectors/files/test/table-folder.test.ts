import { mkdir, rename, rm, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { isEncodedRows } from "@wellhead/sdk";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Folder, makeFolder, readText, rowsContext } from "./folder.js";

type Row = Readonly<Record<string, unknown>>;

/** The engine without our code, which writes the files and reads them all as the oracle. */
const instance = await DuckDBInstance.create(":memory:");
const engine = await instance.connect();
afterAll(() => {
  engine.closeSync();
  instance.closeSync();
});

async function query(sql: string): Promise<readonly Row[]> {
  return (await engine.runAndReadAll(sql)).getRowObjectsJson();
}

async function writeParquet(folder: Folder, name: string, select: string): Promise<void> {
  const path = join(folder.path, name);
  await mkdir(dirname(path), { recursive: true });
  await query(`COPY (${select}) TO '${path}' (FORMAT parquet)`);
}

/** Returns rows in an order of their own, with every value as text. */
function asTexts(rows: readonly Row[]): readonly string[] {
  const text = (value: unknown) => JSON.stringify(value).replaceAll('"', "");
  return rows
    .map((row) =>
      JSON.stringify(
        Object.entries(row)
          .map(([key, value]) => [key, text(value)] as const)
          .toSorted(([a], [b]) => (a < b ? -1 : 1)),
      ),
    )
    .toSorted();
}

describe("a folder of Parquet files in partition folders", () => {
  let folder: Folder;
  beforeAll(async () => {
    folder = await makeFolder({ "cities.csv": "id,city\n1,Bern\n" });
    for (const year of [2023, 2024])
      for (const month of ["01", "05", "11"])
        await writeParquet(
          folder,
          `events/year=${year}/month=${month}/part.parquet`,
          // The column `note` exists since 2024, and `id` is wider since then.
          year === 2023
            ? `SELECT (${year} * 100 + ${month} + i)::INTEGER AS id, 'a' || i AS name FROM range(3) t(i)`
            : `SELECT (${year} * 100 + ${month} + i)::BIGINT * 10000000 AS id, i / 4 AS note, 'b' AS name FROM range(3) t(i)`,
        );
  });
  afterAll(() => folder[Symbol.asyncDispose]());

  const names = [2023, 2024].flatMap((year) =>
    ["01", "05", "11"].map((month) => `year=${year}/month=${month}/part.parquet`),
  );

  /** All rows, as the engine reads the files itself. */
  const all = (where = "true") =>
    query(`SELECT * EXCLUDE (filename), replace(filename, '${folder.path}/events/', '') AS file
      FROM read_parquet('${folder.path}/events/**/*.parquet', union_by_name = true, filename = true,
        hive_partitioning = true, hive_types = {'year': BIGINT, 'month': BIGINT}) WHERE ${where}`);

  it("is a source in addition to its files, which keep their ids", async () => {
    expect([...(await folder.connector.sources()).keys()]).toEqual([
      "cities",
      ...[2023, 2024].flatMap((year) =>
        ["01", "05", "11"].map((month) => `events/year=${year}/month=${month}/part`),
      ),
      "events",
    ]);
    const { fields = {}, description } = await folder.source("events");
    expect(Object.entries(fields).map(([id, column]) => [id, column.column] as const)).toEqual([
      ["id", "number"],
      ["name", "text"],
      ["note", "number"],
      ["year", "number"],
      ["month", "number"],
      ["file", "text"],
    ]);
    expect(description).toBe("6 files in the folder events");
  });

  it("has the rows of all files with their columns united by name", async () => {
    expect(asTexts(await folder.rows("events"))).toEqual(asTexts(await all()));
    const pages = [await folder.rows("events", { limit: 7 }), await folder.rows("events", { skip: 7 })];
    expect(pages.flat()).toEqual(await folder.rows("events"));
  });

  it.each([
    [{ year_min: "2024", month_min: "5", month_max: "5" }, "year = 2024 AND month = 5"],
    [{ file: ["year=2023/month=11/part.parquet"] }, "year = 2023 AND month = 11"],
    [{ month_min: "2", id_min: "202300" }, "month >= 2 AND id >= 202300"],
  ])("opens no file that a filter on its partitions excludes: %j", async (filter, where) => {
    const expected = await all(where);
    const opened = new Set((await all(where.replace(/ AND id.*/, ""))).map(({ file }) => file));
    const source = await folder.source("events");
    // Moved away after the folder was listed, so that a request fails if it opens or checks one of them.
    const others = names.filter((name) => !opened.has(name)).map((name) => join(folder.path, "events", name));
    expect(others.length).toBeGreaterThan(0);
    for (const path of others) await rename(path, `${path}.away`);
    try {
      const rows = JSON.parse(`[${await readText(source, { filter })}]`) as readonly Row[];
      expect(asTexts(rows)).toEqual(asTexts(expected));
      await expect(readText(source)).rejects.toMatchObject({ code: "upstream_unavailable" });
    } finally {
      for (const path of others) await rename(`${path}.away`, path);
    }
  });

  it("reads with a filter that leaves no file, and in SQL", async () => {
    expect(await folder.rows("events", { filter: { year_min: "2030" } })).toEqual([]);
    const sql =
      "SELECT month, count(*) AS n, max(file) AS last FROM events WHERE year = 2024 GROUP BY 1 ORDER BY 1";
    expect(await folder.rows("cities", { filter: { sql } })).toEqual(
      [1, 5, 11].map((month) => ({
        month,
        n: 3,
        last: `year=2024/month=${String(month).padStart(2, "0")}/part.parquet`,
      })),
    );
  });

  it("sees files that come, change and go, and an error names the faulty one", async () => {
    await writeParquet(folder, "events/year=2025/month=01/new.parquet", "SELECT 7 AS id");
    expect(await folder.rows("events", { filter: { year_min: "2025" } })).toEqual([
      { id: 7, name: null, note: null, year: 2025, month: 1, file: "year=2025/month=01/new.parquet" },
    ]);
    await folder.write("events/year=2025/month=01/new.parquet", "PAR1 damaged PAR1");
    const source = await folder.source("events");
    await expect(readText(source)).rejects.toThrow('Could not read "events/year=2025/month=01/new.parquet"');
    await rm(join(folder.path, "events/year=2025"), { recursive: true });
    expect(await folder.rows("events")).toHaveLength(18);
  });

  it("ends a stream marked when one of its files changes during the read", async () => {
    const source = await folder.source("events");
    const path = join(folder.path, "events", names[2] ?? "");
    const rows = await source.rows(rowsContext());
    if (!isEncodedRows(rows)) throw new TypeError("expected encoded rows");
    const batches = rows.encode({ format: "json", separator: "," });
    await batches[Symbol.asyncIterator]().next();
    await utimes(path, 0, 0);
    const rest = async () => {
      for await (const { release } of batches) release?.();
    };
    await expect(rest()).rejects.toMatchObject({ code: "upstream_unavailable", retryable: true });
  });
});

describe("a folder of text files", () => {
  it("has for each column the type that fits all files, and keeps text that fits none", async () => {
    await using folder = await makeFolder({
      "log/.table.json": '{"files": "**/*.csv", "partitions": {"zone": "text"}, "fileColumn": "path"}',
      "log/zone=01/a.csv": "id,price,code\n1,1.50,007\n",
      "log/zone=02/b.csv": 'CODE;id;when\n"";9007199254740993;2024-01-31\n',
      "log/zone=02/c.csv": "id,price\n3,x\n",
      "log/zone=__HIVE_DEFAULT_PARTITION__/d=[1]*.csv": Buffer.from("id,code\n4,\xe9\n", "latin1"),
      "log/zone=02/other.json": '{"id":1}',
      "log/zone=a%2Fb/e.csv": "",
      "log/zone=a%2Fb/f.csv": "id\n5\n",
      "log/zone=null/g.csv": "id\n6\n",
    });
    expect([...(await folder.connector.sources()).keys()]).toEqual(["log/zone=02/other", "log"]);
    const none = { price: null, code: null, when: null };
    expect(await folder.rows("log")).toEqual([
      { ...none, id: 1, price: "1.50", code: "007", zone: "01", path: "zone=01/a.csv" },
      JSON.parse(
        '{"id":9007199254740993,"price":null,"code":"","when":"2024-01-31","zone":"02","path":"zone=02/b.csv"}',
      ),
      { ...none, id: 3, price: "x", zone: "02", path: "zone=02/c.csv" },
      { ...none, id: 4, code: "é", zone: null, path: "zone=__HIVE_DEFAULT_PARTITION__/d=[1]*.csv" },
      { ...none, id: 5, zone: "a/b", path: "zone=a%2Fb/f.csv" },
      { ...none, id: 6, zone: "null", path: "zone=null/g.csv" },
    ]);
    expect(await folder.rows("log", { filter: { zone: ["a/b"], columns: ["id"] } })).toEqual([{ id: 5 }]);
  });

  it("keeps JSON values of several types as they are", async () => {
    await using folder = await makeFolder({
      "log/day=2024-01-31/a.ndjson": '{"id":1,"at":"2024-01-31","x":"text","n":1}\n',
      "log/day=2024-02-01/b.ndjson":
        '{"x":12,"n":12345678901234567890123,"at":"soon"}\n{"x":{"y":[1]},"N2":1e400}\n',
    });
    const { fields } = await folder.source("log");
    expect(fields).toMatchObject({ day: { column: "date" } });
    const text = await readText(await folder.source("log"));
    expect(text).toContain('"n":12345678901234567890123');
    expect(text).toContain('"N2":1e400');
    expect((JSON.parse(`[${text}]`) as readonly Row[]).map(({ id, at, x, day }) => [id, at, x, day])).toEqual(
      [
        [1, "2024-01-31", "text", "2024-01-31"],
        [null, "soon", 12, "2024-02-01"],
        [null, null, { y: [1] }, "2024-02-01"],
      ],
    );
  });

  it("leaves out no file in it: values with =, folders inside of partitions, percent signs and NULL", async () => {
    const folders = {
      "k=a=b": "a=b",
      "k=a%3Db=": "a=b=",
      "k==": "=",
      "k=x%2Fy": "x/y",
      "k=100%": "100%",
      "k=__HIVE_DEFAULT_PARTITION__": null,
      "k=": null,
      "k=c/deep/er": "c",
      "k=.d": ".d",
    };
    const files = Object.keys(folders).map((path, id) => [`t/${path}/f.csv`, `id\n${id}\n`] as const);
    await using folder = await makeFolder(Object.fromEntries(files));
    const rows = await folder.rows("t");
    expect(rows.map(({ id, k }) => [id, k]).toSorted(([a], [b]) => Number(a) - Number(b))).toEqual(
      Object.values(folders).map((value, id) => [id, value]),
    );
    for (const [id, value] of Object.values(folders).entries()) {
      const filter = value === null ? { isNull: ["k"] } : { k: [value] };
      expect((await folder.rows("t", { filter })).map((row) => row["id"])).toEqual(
        value === null ? [6, 5] : [id],
      );
    }
  });

  it("is not one table when its shape does not show it, or its settings file says so", async () => {
    const csv = "x\n1\n";
    await using folder = await makeFolder({
      "kinds/a=1/a.csv": csv,
      "kinds/a=2/b.json": "[1]",
      "keys/a=1/a.csv": csv,
      "keys/b=1/b.csv": csv,
      "levels/a=1/a.csv": csv,
      "levels/a=1/b=2/a.csv": csv,
      "off/.table.json": '{"table": false}',
      "off/a=1/a.csv": csv,
    });
    const ids = [...(await folder.connector.sources()).keys()];
    expect(ids.filter((id) => !id.includes("/"))).toEqual([]);
    expect(ids).toHaveLength(7);
  });

  it.each([
    ["{", "the file .table.json is not JSON"],
    ['{"partitions": {"a": "float"}}', 'expected names with "number", "date" or "text", got {"a":"float"}'],
    [
      '{"file": "*.csv"}',
      'expected one of the members "table", "files", "partitions", "fileColumn" and "settings"',
    ],
    ['{"files": "*.csv", "partitions": {"a": "text"}}', 'not all of its files are in folders "a=…"'],
    ["{}", 'it has files of several kinds, "log/a.csv" and "log/b.json"'],
  ])("says what is wrong with the settings file %s", async (settings, message) => {
    await using folder = await makeFolder({
      "log/.table.json": settings,
      "log/a.csv": "x\n1\n",
      "log/b.json": "[1]",
    });
    await expect(folder.rows("log")).rejects.toThrow(message);
  });
});

describe("a folder with the log of a table", () => {
  const part = (folder: string, name: string) => `${folder}day=2024-01-0${name}/part-${name}.csv`;
  const delta = (folder: string) => [
    `${folder}_delta_log/00000000000000000000.json`,
    `${folder}_delta_log/00000000000000000010.checkpoint.parquet`,
  ];
  const iceberg = (folder: string) => [`${folder}metadata/00001-5c1b.metadata.json`];

  it.each([
    ["Delta Lake", delta, "events/"],
    ["Delta Lake", delta, "lake/eu/events/"],
    ["Delta Lake", delta, ""],
    ["Iceberg", iceberg, "events/"],
    ["Iceberg", iceberg, ""],
  ])("of %s is one source that states why none of its files is read, %#", async (format, log, place) => {
    const names = [part(place, "1"), part(place, "2"), ...log(place)];
    await using folder = await makeFolder({
      ...Object.fromEntries(names.map((name) => [name, "x\n1\n"])),
      ...(place !== "" && { "cities.csv": "x\n1\n" }),
    });
    const ids = [...(await folder.connector.sources()).keys()];
    const id = ids.at(-1) ?? "";
    expect(ids).toEqual(place === "" ? [id] : ["cities", place.slice(0, -1)]);
    expect((await folder.source(id)).description).toContain(format);
    await expect(folder.rows(id)).rejects.toThrow(
      "only the log of the table states which of its files have rows",
    );
    const others = place === "" ? [] : [{ x: 1 }];
    expect(place === "" ? [] : await folder.rows("cities")).toEqual(others);
  });

  it("is read file by file when its settings file says so", async () => {
    await using folder = await makeFolder({
      [part("events/", "1")]: "x\n1\n",
      [part("events/", "2")]: "x\n2\n",
      "events/_delta_log/00000000000000000000.json": "[]",
      "events/.table.json": '{"table": false}',
    });
    expect([...(await folder.connector.sources()).keys()]).toEqual([
      "events/_delta_log/00000000000000000000",
      "events/day=2024-01-01/part-1",
      "events/day=2024-01-02/part-2",
    ]);
    expect(await folder.rows("events/day=2024-01-02/part-2")).toEqual([{ x: 2 }]);
  });

  it("is not seen in files that only resemble a log", async () => {
    const files = [
      "a.csv",
      "_delta_logs/1.csv",
      "_delta_log/1.json",
      "metadata/a.json",
      "x_delta_log/notes.csv",
    ];
    await using folder = await makeFolder(
      Object.fromEntries(files.map((name) => [`t/${name}`, name.endsWith(".csv") ? "x\n1\n" : '[{"x":1}]'])),
    );
    expect([...(await folder.connector.sources()).keys()]).toHaveLength(files.length);
  });
});
