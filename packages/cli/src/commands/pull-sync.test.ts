import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { isLong } from "@wellhead/test-support/properties/is-long";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { runWellhead } from "../../test/run-wellhead.js";
import { finish, startWellhead } from "../../test/start-wellhead.js";
import { readDuckdb, SyncFolder } from "../../test/sync-folder.js";

let folder: SyncFolder;
beforeEach(async () => {
  folder = await SyncFolder.make();
});
afterEach(() => folder.remove());

const sync = (url: string, target: string, ...words: readonly string[]) =>
  folder.run("pull", url, "--sync", target, ...words);

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
      await folder.readSqlite(
        "all.sqlite",
        "select id, typeof(budget), cast(budget as text) from project order by id",
      ),
    ).toEqual([
      ["0", "integer", "9007199254740993"],
      ["1", "integer", "9007199254740994"],
      ["2", "integer", "9007199254740995"],
    ]);
    expect(await folder.readSqlite("all.sqlite", "select * from task where id = 't0001'")).toEqual([
      ["t0001", 'Täsk "1"', "1", '["a","l1"]', 1, "2026-01-02"],
    ]);
    expect(
      await folder.readSqlite(
        "all.sqlite",
        'select "table", "from", "to" from pragma_foreign_key_list(\'task\')',
      ),
    ).toEqual([["project", "project", null]]);

    const { seen } = await control({ remove: ["t0003"], change: { t0007: "Changed" } });
    const second = await sync(url, "all.sqlite", "--types", "task");
    expect(second.stderr).toContain("(changes)");
    expect(second.stderr).toContain("1 deleted");
    expect(
      await folder.readSqlite(
        "all.sqlite",
        "select count(*), max(name) filter (where id = 't0007') from task",
      ),
    ).toEqual([[999, "Changed"]]);
    const { seen: later } = await control({});
    expect(later.every((one) => Array.isArray(one) && one[3] === "7")).toBe(true);
    expect(later.slice(seen.length).every((one) => Array.isArray(one) && one[2] === true)).toBe(true);
    const verified = await runWellhead(["sync", "verify", url, "all.sqlite"], { directory: folder.path });
    expect(verified).toMatchObject({
      code: 0,
      stdout:
        "project: compared all 3 rows of the source with 3 of the target, no difference.\ntask: compared all 999 rows of the source with 999 of the target, no difference.\n",
    });
  });

  test("is copied into Parquet files", async () => {
    expect(await sync(url, "dataset")).toMatchObject({ code: 0 });
    expect((await readdir(folder.at("dataset"))).toSorted()).toEqual([
      ".wellhead",
      "project.parquet",
      "task.parquet",
    ]);
    expect(
      await readDuckdb(
        `select id, budget::varchar, typeof(budget) from '${folder.path}/dataset/project.parquet' order by id limit 1`,
      ),
    ).toEqual([["0", "9007199254740993", "BIGINT"]]);
    expect(
      await readDuckdb(
        `select typeof(any_value(labels)), typeof(any_value(done)), typeof(any_value(due)), max(due)::varchar from '${folder.path}/dataset/task.parquet'`,
      ),
    ).toEqual([["VARCHAR[]", "BOOLEAN", "DATE", "2026-01-28"]]);
  });

  test.runIf(isLong)("passes the checks of its generation", async () => {
    const judged = await runWellhead(["check", url, "--profile", "v3"], { directory: folder.path });
    expect(judged.stdout).toMatch(/^[6-9]\d passed, 0 failed, /m);
    expect(judged.code).toBe(0);
  });
});

describe("wellhead pull --sync", () => {
  test.each(["t.sqlite", ...(isLong ? ["dataset"] : [])])(
    "killed again and again, %s is as after one undisturbed run",
    async (target) => {
      const { plain, entities, url } = await folder.startPlain(120);
      const read = (name: string) => {
        const sql = "select id, name, size from issue order by id";
        if (target.endsWith("sqlite")) return folder.readSqlite(name, sql);
        return readDuckdb(
          `select id, name, size::integer from '${folder.path}/${name}/issue.parquet' order by id`,
        );
      };
      const expected = () => [...entities].map(([id, { row }]) => [id, row["name"], row["size"]]);
      const served: string[] = [];
      let kills = 0;
      for (;;) {
        const child = startWellhead(["pull", url, "--sync", target], { directory: folder.path });
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
      // Every run continued where the killed one had stopped, except for a page that it had not stored yet.
      expect(served.filter((position) => position === '"first"')).toHaveLength(1);
      expect(served.length - new Set(served).size).toBeLessThanOrEqual(kills);
    },
  );

  test("asks before it deletes many rows, and lists them before", async () => {
    const { entities, url } = await folder.startPlain(150);
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
    expect(await folder.readSqlite("t.sqlite", "select count(*) from issue")).toEqual([[150]]);
    expect(await sync(url, "t.sqlite", "--allow-deletions")).toMatchObject({ code: 0 });
    expect(await folder.readSqlite("t.sqlite", "select count(*) from issue")).toEqual([[5]]);
  });

  test.each(["t.sqlite", "t.duckdb"])("asks before it deletes the last row of %s", async (target) => {
    const { plain, entities, url } = await folder.startPlain(3);
    const count = async () =>
      target.endsWith("sqlite")
        ? folder.readSqlite(target, "select count(*) from issue")
        : readDuckdb("select count(*)::integer from issue", folder.at(target));
    await sync(url, target);
    const kept = new Map(entities);
    entities.clear();
    const preview = await sync(url, target, "--dry-run");
    expect(preview.stdout).toContain("issue: would insert 0 and delete 3 of 3 rows.");
    expect(preview.stdout).toContain("It would be refused without --allow-deletions.");
    // A tombstone is not a row either, and does not make an empty response of a full run more trustworthy.
    for (const body of [undefined, `{"items":[{"id":"i0000","__syncAction":"REMOVE"}]}`]) {
      plain.spoil = (path) => (path.endsWith("/data") && body !== undefined ? { body } : undefined);
      expect(await sync(url, target)).toMatchObject({
        code: 7,
        stderr: expect.stringContaining(
          'Could not apply "issue": the connector sent no rows, so all 3 rows would be deleted.',
        ),
      });
      expect(await count()).toEqual([[3]]);
    }
    plain.spoil = () => undefined;
    // The refused runs have left nothing behind: all rows are there again, and the deletion of one needs no consent.
    for (const [id, entity] of [...kept].slice(1)) entities.set(id, entity);
    expect(await sync(url, target)).toMatchObject({ code: 0 });
    expect(await count()).toEqual([[2]]);
    entities.clear();
    expect(await sync(url, target, "--allow-deletions")).toMatchObject({ code: 0 });
    expect(await count()).toEqual([[0]]);
    expect(await sync(url, target)).toMatchObject({ code: 0 });
  });

  test("deletes what a full run has only as a tombstone", async () => {
    const { plain, url } = await folder.startPlain(3);
    await sync(url, "t.sqlite");
    const items = [
      { id: "i0000", __syncAction: "REMOVE" },
      { id: "i0001", name: "one" },
      { id: "i0002", name: "two" },
    ];
    plain.spoil = (path) =>
      path.endsWith("/data")
        ? { body: JSON.stringify({ items, pagination: { hasNext: false }, synchronizationType: "full" }) }
        : undefined;
    expect(await sync(url, "t.sqlite")).toMatchObject({ code: 0 });
    expect(await folder.readSqlite("t.sqlite", "select id from issue order by id")).toEqual([
      ["i0001"],
      ["i0002"],
    ]);
  });

  test("does not delete after a full read that was cut", async () => {
    const { plain, entities, url } = await folder.startPlain(30);
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
    expect(await folder.readSqlite("t.sqlite", "select count(*) from issue")).toEqual([[30]]);
  });

  test("applies schema changes, and reports them", async () => {
    const { plain, entities, url } = await folder.startPlain(3, { hasChanges: true, pageSize: 2 });
    await sync(url, "t.duckdb");
    const source = plain.sources.get("issue");
    if (source === undefined) throw new Error("expected the type");
    const { fields } = source;
    source.fields = { ...fields, Name: { name: "Other", type: "text" } };
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
    const again = ["pull", url, "--sync", "t.duckdb"];
    const { stderr } = await runWellhead(again, { directory: folder.path, screen: true });
    expect(stderr).toContain('issue: new column "Name_2" (VARCHAR).');
    // A changed schema is followed by a full run, and the run before has counted the rows.
    expect(stderr).toMatch(/issue: 2 rows · [\d,]+ rows\/s · \d+ s left/);
    expect(stderr).toContain('issue: column "size" becomes DECIMAL(38, 1), it was BIGINT.');
    const sql = 'select id, "Name_2", size::varchar from issue order by id';
    expect(await readDuckdb(sql, folder.at("t.duckdb"))).toEqual([
      ["i0000", "b", "0.5"],
      ["i0001", "c", "123456789012345678901.0"],
      ["i0002", null, "2.0"],
    ]);
    source.fields = fields;
    expect((await sync(url, "t.duckdb")).stderr).toContain('column "Name_2" is no longer sent');
    expect((await sync(url, "t.duckdb")).stderr).not.toContain("no longer sent");
  });

  test("refuses a row without an id, and goes on with the other types", async () => {
    const { plain, url } = await folder.startPlain(3);
    plain.addType("user").entities.set("u", { row: { name: "U" }, changedAt: 0, isRemoved: false });
    plain.spoil = (path, body) =>
      path.endsWith("/data") && body["requestedType"] === "issue"
        ? { body: `{"items":[{"name":"x"}]}` }
        : undefined;
    const { code, stderr } = await sync(url, "t.sqlite");
    expect(code).toBe(6);
    expect(stderr).toContain('issue: Could not read a page of "issue": items[0] has no id.');
    expect(await folder.readSqlite("t.sqlite", "select * from user")).toEqual([["u", "U"]]);
  });

  test("takes the last one of rows with the same key", async () => {
    const { plain, url } = await folder.startPlain(0);
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
    expect(await folder.readSqlite("t.sqlite", "select id, size from issue")).toEqual([["a", 2]]);
  });

  test("does not touch a table that it has not created", async () => {
    const { url } = await folder.startPlain(3);
    await folder.changeSqlite("t.sqlite", "create table issue (mine); insert into issue values (1)");
    expect(await sync(url, "t.sqlite")).toMatchObject({
      code: 7,
      stderr: expect.stringContaining("already exists"),
    });
    expect(await folder.readSqlite("t.sqlite", "select * from issue")).toEqual([[1]]);
  });

  test.each([
    [["--sync", "t.csv"], "expected a folder, a file"],
    [["issue", "--sync", "t.sqlite"], "Choose them with --types"],
    [["--sync", "t.sqlite", "--limit", "3"], "--limit cannot be used with --sync"],
    [["issue", "--full"], "--full needs --sync"],
    [["--sync", "t.sqlite", "--types", "issues"], 'Did you mean "issue"?'],
    [["--sync", "t.sqlite", "--dry-run"], "nothing has been synchronized into it"],
  ])("refuses %j", async (words, message) => {
    const { url } = await folder.startPlain(1);
    const { code, stderr } = await runWellhead(["pull", url, ...words], { directory: folder.path });
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
  });
});
