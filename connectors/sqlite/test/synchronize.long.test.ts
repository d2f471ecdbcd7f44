import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { playTableHistories, readPages } from "@wellhead/test-support";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runSql, type Service, serveSqlite } from "./serve-sqlite.js";

/** Each table: its declaration, the rows as Python writes them, and the SQL of its key and its order as Python reads them. */
const tables: Readonly<
  Record<string, readonly [declared: string, rows: string, key: string, order: string]>
> = {
  numbers: [
    "id integer primary key, note text",
    "[(k, 'n') for k in [-2**63, -5, 0, 1, 2**53 + 1, 2**63 - 1] + list(range(100, 117))]",
    "cast(id as text)",
    "id",
  ],
  texts: [
    "code text primary key not null",
    "[(k,) for k in ['', 'a', 'B', 'ä', ' ', 'a b', 'a\\x00', \"it's\", '\"', '\\\\', 'Z', 'z', '日本', 'é', 'e\\u0301', '😀', '10', '9']]",
    "case code when '' then '[\"\"]' else code end",
    "code",
  ],
  folded: [
    "code text collate nocase primary key",
    "[(k,) for k in ['b', 'A', 'C', 'd', 'Z', 'y', 'ß', 'É']]",
    "code",
    "code collate nocase",
  ],
  exact: [
    "code text collate nocase, primary key (code collate binary)",
    "[(k,) for k in ['a', 'A', 'b', 'B', 'c', 'C', 'd', 'D']]",
    "code",
    "code collate binary",
  ],
  bytes: [
    "code blob primary key",
    "[(b'',)] + [(bytes([k, 255 - k, k % 7]),) for k in range(0, 250, 13)]",
    "hex(code)",
    "code",
  ],
  reals: [
    "amount real primary key",
    "[(random.choice([-1, 1]) * random.random() * 10 ** random.randint(-300, 300),) for _ in range(40)]",
    "printf('%!.17g', amount)",
    "amount",
  ],
  infinite: [
    "amount real, number int, primary key (amount, number)",
    "[(a, k) for a, count in ((float('-inf'), 5), (0.5, 1), (float('inf'), 20)) for k in range(count)]",
    "json_array(case abs(amount) when 9e999 then 'r' else '' end || printf('%!.17g', amount), cast(number as text))",
    "amount, number",
  ],
  wide: [
    "a int, b text, c real, d text, note text, primary key (a, b, c, d)",
    "[(a, b, c, d, 'n') for a in (1, 2, 10) for b in ('', 'x', 'X') for c in (0.5, 1.5) for d in ('y', 'z')]",
    "json_array(cast(a as text), b, cast(c as text), d)",
    "a, b, c, d",
  ],
  stored: [
    "a text, b int, note text, primary key (a, b desc)) without rowid --",
    "[(a, b, 'n') for a in ('p', 'q', 'Q') for b in (1, 2, 3)]",
    "json_array(a, cast(b as text))",
    "a, b",
  ],
  filled: [
    "code text primary key, number int not null unique",
    "[(None if k % 3 == 0 else str(k), k * 2) for k in range(10)]",
    "cast(number as text)",
    "number",
  ],
  mixed: [
    "value primary key",
    "[(1,), ('1',), (1.5,), ('1.5',), (b'1',), (None,), (None,)]",
    "cast(rowid as text)",
    "rowid",
  ],
  nullable: [
    "a int, b int, primary key (a, b)",
    "[(a, b) for a in (1, 2) for b in (1, None, None, 2)]",
    "cast(rowid as text)",
    "rowid",
  ],
  blended: [
    "a int, b text, primary key (a, b)",
    "[(a, b) for a in (1, 2) for b in ('MQ==', b'1', 'x', b'MQ==')]",
    "cast(rowid as text)",
    "rowid",
  ],
  moments: [
    "a int, at datetime, primary key (a, at)",
    "[(a, f'2024-02-{day} 12:00:00.5') for a in (1, 2) for day in range(10, 20)] + [(1, '2024-02-29')]",
    "json_array(cast(a as text), replace(at, ' ', 'T'))",
    "a, at",
  ],
  flags: [
    "a int, b boolean, note text, primary key (a, b)",
    "[(a, b, 'n') for a in range(6) for b in (0, 1)]",
    "json_array(cast(a as text), iif(b, 'true', 'false'))",
    "a, b",
  ],
  spaced: [
    "at timestamp primary key",
    "[(f'2024-02-{day}{sign}12:00:00',) for day in range(10, 15) for sign in ' T']",
    "cast(rowid as text)",
    "rowid",
  ],
  clocks: [
    "at timestamp primary key, note text",
    "[(second * unit, 'n') for second in range(1709208000, 1709208005) for unit in (1, 1000)]",
    "cast(rowid as text)",
    "rowid",
  ],
  hours: ["day date primary key", "[(hour * 3600,) for hour in range(12)]", "cast(rowid as text)", "rowid"],
  documents: [
    "document json primary key",
    "[(f'{{\"a\":{space}1}}',) for space in ['', *[' ' * count for count in range(1, 10)]]]",
    "cast(rowid as text)",
    "rowid",
  ],
  keyless: ["a int", "[(k % 3,) for k in range(11)]", "cast(rowid as text)", "rowid"],
};

const script = `
import json, random, sqlite3, sys
random.seed(7)
database = sqlite3.connect(sys.argv[1])
for name, (declared, rows, key, order) in json.loads(sys.stdin.read()).items():
    database.execute(f"create table {name} ({declared})")
    rows = eval(rows)
    random.shuffle(rows)
    database.executemany(f"insert into {name} values ({','.join('?' * len(rows[0]))})", rows)
database.execute("create table typed (value primary key) without rowid")
database.execute("insert into typed values (1), ('1')")
database.execute("create view shown as select * from numbers")
database.commit()
`;

const keysScript = `
import json, sqlite3, sys
database = sqlite3.connect(sys.argv[1])
found = {}
for name, (declared, rows, key, order) in json.loads(sys.stdin.read()).items():
    found[name] = [row[0] for row in database.execute(f"select {key} from {name} order by {order}")]
print(json.dumps(found))
`;

let folder: string;
let file: string;
let keys: Readonly<Record<string, readonly string[]>>;
let now = "2026-05-01T23:00:00.000Z";
const services = new Map<number, Service>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "wellhead-sqlite-keys-"));
  file = join(folder, "shop.db");
  execFileSync("python3", ["-c", script, file], { input: JSON.stringify(tables) });
  const found = execFileSync("python3", ["-c", keysScript, file], { input: JSON.stringify(tables) });
  keys = JSON.parse(found.toString()) as typeof keys;
  runSql(
    file,
    `create table makers (country text, number int, name text, primary key (country, number));
    insert into makers values ('de', 1, 'One'), ('fr', 2, 'Two');
    create table changing (id integer primary key, text text, updated_at timestamp);
    create table parts (id integer primary key, country text, number int, parent int references parts, updated_at text,
      foreign key (number, country) references MAKERS (number, country));
    insert into parts values (1, 'de', 1, null, '2026-05-01T06:00:00Z'), (2, 'de', null, 1, null), (3, null, 2, 2, 'soon'),
      (4, 'fr', 2, 1, '2020-01-01 00:00:00'), (5, 'fr', 2, 1, '2026-05-01 06:00:00+00:00'), (6, 'fr', 2, 1, 1777615200);`,
  );
  const names = [...Object.keys(tables), "typed", "shown", "makers"];
  const parts = { name: "parts", changes: "updated_at", lookback: "6 h" } as const;
  const changing = { name: "changing", lookback: "6 h" } as const;
  for (const pageRows of [4, 1000])
    services.set(
      pageRows,
      await serveSqlite({
        path: file,
        tables: [...names, parts, changing],
        pageRows,
        now: () => new Date(now),
      }),
    );
}, 60_000);

afterAll(async () => {
  for (const service of services.values()) await service.close();
  await rm(folder, { recursive: true });
});

async function ask(path: string, body: object, pageRows = 1000): Promise<unknown> {
  const answer = await services.get(pageRows)?.post(`/api/v1/synchronizer/${path}`, body);
  if (answer?.status !== 200) throw new Error(answer?.body);
  return JSON.parse(answer.body) as unknown;
}

/** Reads a table page by page. `between` runs after each page. */
function readTable(request: object, pageRows: number, between?: (page: number) => void) {
  return readPages((body) => ask("data", body, pageRows), { account: {}, ...request }, between);
}

/** Brings keys of the database and of the platform into one form. */
function comparable(table: string, key: unknown): unknown {
  if (table === "bytes")
    return Buffer.from(key === '[""]' ? "" : String(key), "base64")
      .toString("hex")
      .toUpperCase();
  return table === "reals" ? Number(key) : key;
}

describe("tables of a file", () => {
  it.each(Object.keys(tables))("have every row of %s once, whatever the size of a page", async (table) => {
    const wanted = (keys[table] ?? []).map((key) => (table === "reals" ? Number(key) : key));
    expect(wanted.length).toBeGreaterThan(6);
    for (const pageRows of services.keys()) {
      const { pages, items } = await readTable({ requestedType: table }, pageRows);
      expect(items.map(({ id }) => comparable(table, id))).toEqual(wanted);
      expect(pages).toHaveLength(Math.ceil(wanted.length / pageRows));
    }
  });

  it("are types if they have a key", async () => {
    const { types } = (await ask("config", {})) as { types: { id: string }[] };
    // In "typed", 1 and '1' would be the same key. A view has no key.
    expect(types.map(({ id }) => id)).toEqual([...Object.keys(tables), "makers", "parts", "changing"]);
    const { parts } = (await ask("schema", { account: {}, types: ["parts", "makers"] })) as {
      parts: Record<string, { type: string; relation?: object }>;
    };
    const manyToOne = { cardinality: "many-to-one", targetFieldId: "id" };
    expect(parts).toMatchObject({
      parent: { type: "text", relation: { ...manyToOne, targetType: "parts", targetName: "parts" } },
      country_number: {
        type: "text",
        relation: { ...manyToOne, name: "country, number", targetType: "makers", targetName: "parts" },
      },
    });
    expect(parts?.["number"]?.relation).toBeUndefined();
    const { items } = await readTable({ requestedType: "parts" }, 4);
    const makers = await readTable({ requestedType: "makers" }, 4);
    expect(makers.items.map(({ id }) => id)).toEqual(['["de","1"]', '["fr","2"]']);
    expect(items.map(({ parent, country_number }) => [parent, country_number])).toEqual([
      [null, '["de","1"]'],
      ["1", null],
      ["2", null],
      ["1", '["fr","2"]'],
      ["1", '["fr","2"]'],
      ["1", '["fr","2"]'],
    ]);
  });

  it("return the rows that have changed, and those of which it is not known", async () => {
    const request = { requestedType: "parts", lastSynchronizedAt: "2026-05-01T12:00:00.000Z" };
    for (const pageRows of services.keys()) {
      const { pages, items } = await readTable(request, pageRows);
      expect(pages.every(({ synchronizationType }) => synchronizationType === "delta")).toBe(true);
      expect(items.map(({ id }) => id)).toEqual(["1", "2", "3", "5", "6"]);
    }
    const later = await readTable({ ...request, lastSynchronizedAt: "2026-05-01T12:00:00.001Z" }, 4);
    expect(later.items.map(({ id }) => id)).toEqual(["2", "3", "6"]);
    // Rows of a table without a declared key may get other numbers, so every run is full.
    const { pages } = await readTable({ ...request, requestedType: "keyless" }, 1000);
    expect(pages.map(({ synchronizationType }) => synchronizationType)).toEqual(["full"]);
    // The first run of a day reads all rows, which finds those that are gone.
    now = "2026-05-02T00:00:00.000Z";
    expect((await readTable(request, 1000)).pages.map((page) => page.synchronizationType)).toEqual(["full"]);
  });

  it("go on after the last row although rows before it and after it change", async () => {
    const { items } = await readTable({ requestedType: "numbers" }, 4, (page) => {
      if (page === 2)
        runSql(
          file,
          "delete from numbers where id in (0, 110); insert into numbers values (50, 'before'), (120, 'after'); update numbers set note = 'new' where id > 2",
        );
    });
    const ids = items.map(({ id }) => Number(id)).slice(8);
    // The next pages may have been read together with the second one, so each change is on them or not.
    const unchanged = [104, 105, 106, 107, 108, 109, 111, 112, 113, 114, 115, 116, 2 ** 53, 2 ** 63];
    expect(ids.filter((one) => one !== 110 && one !== 120)).toEqual(unchanged);
    expect(ids).toEqual(ids.toSorted((one, other) => one - other));
    // A run that begins later has all of them.
    const later = await readTable({ requestedType: "numbers" }, 4);
    expect(later.items.map(({ id }) => Number(id))).toEqual(expect.arrayContaining([50, 120]));
    expect(later.items.filter(({ id }) => Number(id) > 2).every(({ note }) => note !== "n")).toBe(true);
  });

  it("without a declared key are read again when the numbers of their rows have changed", async () => {
    runSql(file, "delete from keyless where rowid < 4");
    const read = readTable({ requestedType: "keyless" }, 4, (page) => {
      if (page === 1) runSql(file, "vacuum");
    });
    await expect(read).rejects.toThrow("Start the synchronization again.");
    expect((await readTable({ requestedType: "keyless" }, 4)).items).toHaveLength(8);
  });

  it("are copied although their rows change between runs", async () => {
    const copied = playTableHistories({
      first: 3,
      type: "changing",
      ask,
      pageRows: [4, 1000],
      run: (sql) => runSql(file, sql),
      timeSql: (milliseconds) => String(milliseconds),
      setNow: (time) => {
        now = time;
      },
    });
    await expect(copied).resolves.toBeUndefined();
  }, 7_200_000);
});
