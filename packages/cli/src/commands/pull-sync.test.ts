import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { DuckDBInstance } from "@duckdb/node-api";
import { SynchronizerConnector } from "@wellhead/testing/services/synchronizer-connector";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runWellhead } from "../../test/run-wellhead.js";
import { finish, startWellhead } from "../../test/start-wellhead.js";

let folder = "";
const started: SynchronizerConnector[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "wellhead-sync-"));
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((plain) => plain.close()));
  await rm(folder, { recursive: true });
});

/** Reads a SQLite file with Python, which shares nothing with the command. */
async function readSqlite(file: string, sql: string): Promise<unknown[][]> {
  const program =
    "import json, sqlite3, sys; print(json.dumps(sqlite3.connect(sys.argv[1]).execute(sys.argv[2]).fetchall()))";
  const { stdout } = await promisify(execFile)("python3", ["-c", program, join(folder, file), sql]);
  const rows: unknown[][] = JSON.parse(stdout);
  return rows;
}

async function changeSqlite(file: string, sql: string): Promise<void> {
  const program =
    "import sqlite3, sys; c = sqlite3.connect(sys.argv[1]); c.executescript(sys.argv[2]); c.commit()";
  await promisify(execFile)("python3", ["-c", program, join(folder, file), sql]);
}

async function readDuckdb(sql: string, file = ":memory:"): Promise<unknown[][]> {
  const instance = await DuckDBInstance.create(file);
  const connection = await instance.connect();
  try {
    return (await connection.runAndReadAll(sql)).getRowsJson();
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

async function startPlain(
  count: number,
  oddities: ConstructorParameters<typeof SynchronizerConnector>[0] = {},
) {
  const plain = new SynchronizerConnector({ pageSize: 10, ...oddities });
  started.push(plain);
  const { entities } = plain.addType("issue", { size: { name: "Size", type: "number" } });
  for (let n = 0; n < count; n += 1) {
    const row = { name: `Issue ${n}`, size: n };
    entities.set(`i${String(n).padStart(4, "0")}`, { row, changedAt: n, isRemoved: false });
  }
  return { plain, entities, url: await plain.listen() };
}

const sync = (url: string, target: string, ...words: readonly string[]) =>
  runWellhead(["pull", url, "--sync", target, ...words], { directory: folder });

describe("a connector in Python", () => {
  const program = fileURLToPath(new URL("../../test/synchronizer_connector.py", import.meta.url));
  const child = spawn("python3", [program], { stdio: ["ignore", "pipe", "inherit"] });
  let url = "";
  const control = async (body: object): Promise<{ seen: unknown[] }> => {
    const response = await fetch(`${url}/control`, { method: "POST", body: JSON.stringify(body) });
    // The connector answers so.
    return (await response.json()) as { seen: unknown[] };
  };
  beforeAll(async () => {
    const [port]: unknown[] = await once(child.stdout, "data");
    url = `http://127.0.0.1:${String(port).trim()}`;
  });
  afterAll(() => void child.kill());

  test("is copied with every digit, then brought up to date by its changes", async () => {
    await control({ faults: { busy: 1, cut: 1 } });
    const first = await sync(url, "all.sqlite");
    expect(first).toMatchObject({ code: 0, stdout: "" });
    expect(first.stderr).toContain("task: read 1,000 rows (all) · 1,000 inserted, 0 updated, 0 deleted");
    expect(
      await readSqlite(
        "all.sqlite",
        "select id, typeof(budget), cast(budget as text) from project order by id",
      ),
    ).toEqual([
      ["0", "integer", "9007199254740993"],
      ["1", "integer", "9007199254740994"],
      ["2", "integer", "9007199254740995"],
    ]);
    expect(await readSqlite("all.sqlite", "select * from task where id = 't0001'")).toEqual([
      ["t0001", 'Täsk "1"', "1", '["a","l1"]', 1, "2026-01-02"],
    ]);
    expect(
      await readSqlite("all.sqlite", 'select "table", "from", "to" from pragma_foreign_key_list(\'task\')'),
    ).toEqual([["project", "project", null]]);

    const { seen } = await control({ remove: ["t0003"], change: { t0007: "Changed" } });
    const second = await sync(url, "all.sqlite", "--types", "task");
    expect(second.stderr).toContain("(changes)");
    expect(second.stderr).toContain("1 deleted");
    expect(
      await readSqlite("all.sqlite", "select count(*), max(name) filter (where id = 't0007') from task"),
    ).toEqual([[999, "Changed"]]);
    const { seen: later } = await control({});
    expect(later.slice(seen.length).every((one) => Array.isArray(one) && one[2] === true)).toBe(true);
    expect(await sync(url, "all.sqlite", "--verify")).toMatchObject({
      code: 0,
      stdout: "project: compared all 3 rows, no difference.\ntask: compared all 999 rows, no difference.\n",
    });
  });

  test("is copied into Parquet files", async () => {
    expect(await sync(url, "dataset")).toMatchObject({ code: 0 });
    expect((await readdir(join(folder, "dataset"))).toSorted()).toEqual([
      ".wellhead",
      "project.parquet",
      "task.parquet",
    ]);
    expect(
      await readDuckdb(
        `select id, budget::varchar, typeof(budget) from '${folder}/dataset/project.parquet' order by id limit 1`,
      ),
    ).toEqual([["0", "9007199254740993", "BIGINT"]]);
    expect(
      await readDuckdb(
        `select typeof(any_value(labels)), typeof(any_value(done)), typeof(any_value(due)), max(due)::varchar from '${folder}/dataset/task.parquet'`,
      ),
    ).toEqual([["VARCHAR[]", "BOOLEAN", "DATE", "2026-01-28"]]);
  });
});

describe("wellhead pull --sync", () => {
  test.each(["t.sqlite", "dataset"])(
    "killed again and again, %s is as after one undisturbed run",
    async (target) => {
      const { plain, entities, url } = await startPlain(120);
      const read = (name: string) => {
        const sql = "select id, name, size from issue order by id";
        if (target.endsWith("sqlite")) return readSqlite(name, sql);
        return readDuckdb(
          `select id, name, size::integer from '${folder}/${name}/issue.parquet' order by id`,
        );
      };
      const expected = () => [...entities].map(([id, { row }]) => [id, row["name"], row["size"]]);
      const served: string[] = [];
      let kills = 0;
      for (;;) {
        const child = startWellhead(["pull", url, "--sync", target], { directory: folder });
        let requests = 0;
        plain.spoil = (path, body) => {
          if (!path.endsWith("/data")) return undefined;
          requests += 1;
          if (requests === 3 && kills < 2) {
            child.kill("SIGKILL");
            return { cutAfter: 0 };
          }
          served.push(JSON.stringify(body["pagination"] ?? "first"));
          return undefined;
        };
        const { code } = await finish(child);
        if (code === 0) break;
        kills += 1;
      }
      expect(kills).toBe(2);
      expect(await read(target)).toEqual(expected());
      // Every run went on where the one before had been killed.
      expect(new Set(served).size).toBe(served.length);
    },
  );

  test("asks before it deletes many rows, and lists them before", async () => {
    const { entities, url } = await startPlain(150);
    await sync(url, "t.sqlite");
    const kept = [...entities].slice(0, 5);
    entities.clear();
    for (const [id, entity] of kept) entities.set(id, entity);
    const preview = await sync(url, "t.sqlite", "--dry-run");
    expect(preview.stdout).toContain("issue: would insert 0 and delete 145 of 150 rows.");
    expect(preview.stdout).toContain("i0005: a full read of 5 rows to its end does not have it");
    expect(preview.stdout).toContain("and 125 more\n  It would be refused without --allow-deletions.");
    const refused = await sync(url, "t.sqlite");
    expect(refused).toMatchObject({
      code: 7,
      stderr: expect.stringContaining("would delete 145 of 150 rows"),
    });
    expect(await readSqlite("t.sqlite", "select count(*) from issue")).toEqual([[150]]);
    expect(await sync(url, "t.sqlite", "--allow-deletions")).toMatchObject({ code: 0 });
    expect(await readSqlite("t.sqlite", "select count(*) from issue")).toEqual([[5]]);
  });

  test("does not delete after a full read that was cut", async () => {
    const { plain, entities, url } = await startPlain(30);
    await sync(url, "t.sqlite");
    for (const id of [...entities.keys()].slice(20)) entities.delete(id);
    plain.spoil = (path, body) =>
      path.endsWith("/data") && body["pagination"] !== undefined
        ? { status: 403, body: `{"message":"No more"}` }
        : undefined;
    expect(await sync(url, "t.sqlite")).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("issue: No more"),
    });
    expect(await readSqlite("t.sqlite", "select count(*) from issue")).toEqual([[30]]);
  });

  test("applies changes of the schema, and tells them", async () => {
    const { plain, entities, url } = await startPlain(3, { hasChanges: true });
    await sync(url, "t.duckdb");
    const source = plain.sources.get("issue");
    if (source === undefined) throw new Error("expected the type");
    source.fields = { ...source.fields, Name: { name: "Other", type: "text" } };
    entities.set("i0000", {
      row: { name: "a", Name: "b", size: "digits:0.5" },
      changedAt: Date.now(),
      isRemoved: false,
    });
    entities.set("i0001", {
      row: { name: "a", Name: "c", size: "digits:123456789012345678901" },
      changedAt: 0,
      isRemoved: false,
    });
    const { stderr } = await sync(url, "t.duckdb");
    expect(stderr).toContain('issue: new column "Name_2" (VARCHAR).');
    expect(stderr).toContain('issue: column "size" becomes DECIMAL(38, 1), it was BIGINT.');
    const sql = 'select id, "Name_2", size::varchar from issue order by id';
    expect(await readDuckdb(sql, join(folder, "t.duckdb"))).toEqual([
      ["i0000", "b", "0.5"],
      ["i0001", "c", "123456789012345678901.0"],
      ["i0002", null, "2.0"],
    ]);
  });

  test("--verify finds what differs", async () => {
    const { url } = await startPlain(4, { pageSize: 2 });
    await sync(url, "t.sqlite");
    await changeSqlite(
      "t.sqlite",
      "update issue set size = 9 where id = 'i0001'; delete from issue where id = 'i0002'; insert into issue values ('new', 'n', 1)",
    );
    const { code, stdout } = await sync(url, "t.sqlite", "--verify");
    expect(code).toBe(13);
    expect(stdout.split("\n").slice(1, 4)).toEqual([
      '  i0001: has "1" in "size", the target has "9"',
      "  i0002: is missing in the target",
      "  new: is in the target only",
    ]);
    const sampled = await sync(url, "t.sqlite", "--verify", "--sample", "1");
    expect(sampled).toMatchObject({ code: 13, stdout: expect.stringContaining("compared the first 2 rows") });
  });

  test("refuses a row without an id, and goes on with the other types", async () => {
    const { plain, url } = await startPlain(3);
    plain.addType("user").entities.set("u", { row: { name: "U" }, changedAt: 0, isRemoved: false });
    plain.spoil = (path, body) =>
      path.endsWith("/data") && body["requestedType"] === "issue"
        ? { body: `{"items":[{"name":"x"}]}` }
        : undefined;
    const { code, stderr } = await sync(url, "t.sqlite");
    expect(code).toBe(6);
    expect(stderr).toContain('issue: Could not read a page of "issue": items[0] has no id.');
    expect(await readSqlite("t.sqlite", "select * from user")).toEqual([["u", "U"]]);
  });

  test("takes the last one of rows with the same key", async () => {
    const { plain, url } = await startPlain(0);
    plain.spoil = (path, body) => {
      if (!path.endsWith("/data")) return undefined;
      const isFirst = body["pagination"] === undefined;
      const items = [
        { id: "a", size: isFirst ? 1 : 2 },
        isFirst ? { id: "b" } : { id: "b", __syncAction: "REMOVE" },
      ];
      return {
        body: JSON.stringify({ items, pagination: { hasNext: isFirst, nextPageConfig: { page: 2 } } }),
      };
    };
    expect(await sync(url, "t.sqlite")).toMatchObject({ code: 0 });
    expect(await readSqlite("t.sqlite", "select id, size from issue")).toEqual([["a", 2]]);
  });

  test("does not touch a table that it has not created", async () => {
    const { url } = await startPlain(3);
    await changeSqlite("t.sqlite", "create table issue (mine); insert into issue values (1)");
    expect(await sync(url, "t.sqlite")).toMatchObject({
      code: 7,
      stderr: expect.stringContaining("already exists"),
    });
    expect(await readSqlite("t.sqlite", "select * from issue")).toEqual([[1]]);
  });

  test.each([
    [["--sync", "t.csv"], "expected a folder, a file"],
    [["issue", "--sync", "t.sqlite"], "Choose them with --types"],
    [["--sync", "t.sqlite", "--limit", "3"], "--limit cannot be used with --sync"],
    [["issue", "--full"], "--full needs --sync"],
    [["--sync", "t.sqlite", "--types", "issues"], 'Did you mean "issue"?'],
    [["--sync", "t.sqlite", "--verify"], "nothing has been synchronized into it"],
  ])("refuses %j", async (words, message) => {
    const { url } = await startPlain(1);
    const { code, stderr } = await runWellhead(["pull", url, ...words], { directory: folder });
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  });
});
