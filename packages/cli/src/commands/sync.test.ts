import { rename, rm } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readDuckdb, SyncFolder } from "../../test/sync-folder.js";

let folder: SyncFolder;
beforeEach(async () => {
  folder = await SyncFolder.make();
});
afterEach(() => folder.remove());

describe("wellhead sync verify", () => {
  test.each(["t.sqlite", "t.duckdb", "dataset"])(
    "names what differs in %s: keys, columns, counts",
    async (target) => {
      const { url } = await folder.startPlain(4, { pageSize: 2 });
      await folder.run("pull", url, "--sync", target);
      const verify = (...words: readonly string[]) => folder.run("sync", "verify", url, target, ...words);
      expect(await verify()).toMatchObject({
        code: 0,
        stdout: "issue: compared all 4 rows of the source with 4 of the target, no difference.\n",
      });
      const change = [
        "update issue set size = 9, name = 'other' where id = 'i0001'",
        "delete from issue where id = 'i0002'",
        "insert into issue values ('new', 'n', 1)",
      ];
      const file = folder.at("dataset", "issue.parquet");
      if (target === "t.sqlite") await folder.changeSqlite(target, change.join(";"));
      else if (target === "t.duckdb") await readDuckdb(change.join(";"), folder.at(target));
      else {
        // Users read the file, whatever its tables contain.
        const load = `create table issue as from '${file}'`;
        await readDuckdb([load, ...change, `copy issue to '${file}' (format parquet)`].join(";"));
      }
      const { code, stdout } = await verify();
      expect(code).toBe(13);
      expect(stdout.split("\n")).toEqual([
        "issue: compared all 4 rows of the source with 4 of the target, 3 differ.",
        '  i0001: has "Task 1" in "name", the target has "other"; "1" in "size", the target has "9"',
        "  i0002: is missing in the target",
        "  new: is in the target only",
        "",
      ]);
      expect(await verify("--sample", "1")).toMatchObject({
        code: 13,
        stdout: expect.stringMatching(
          /^issue: compared the first 2 rows .* 1 differ\.\n {2}i0001: [^\n]+\n$/,
        ),
      });
    },
  );

  test.each(["t.sqlite", "t.duckdb", "dataset"])("compares the tables of pairs in %s", async (target) => {
    const { plain, entities, url } = await folder.startPlain(0);
    const relation = {
      cardinality: "many-to-many",
      name: "Labels",
      targetName: "Issues",
      targetType: "label",
      targetFieldId: "id",
    };
    const source = plain.sources.get("issue");
    if (source !== undefined)
      source.fields = { ...source.fields, labels: { name: "Labels", type: "array[text]", relation } };
    plain.addType("label");
    for (const [id, labels] of [
      ["a", ["l1", "l2"]],
      ["b", ["l1"]],
      ["c", null],
    ] as const)
      entities.set(id, { row: { name: id, labels }, changedAt: 0, isRemoved: false });
    await folder.run("pull", url, "--sync", target);
    const verify = () => folder.run("sync", "verify", url, target, "--types", "issue");
    expect(await verify()).toMatchObject({ code: 0 });
    const change = [
      "delete from issue_labels where source_id = 'a' and target_id = 'l2'",
      "insert into issue_labels values ('c', 'l3')",
    ];
    const file = folder.at("dataset", "issue_labels.parquet");
    if (target === "t.sqlite") await folder.changeSqlite(target, change.join(";"));
    else if (target === "t.duckdb") await readDuckdb(change.join(";"), folder.at(target));
    else {
      const load = `create table issue_labels as from '${file}'`;
      await readDuckdb([load, ...change, `copy issue_labels to '${file}' (format parquet)`].join(";"));
    }
    const { code, stdout } = await verify();
    expect({ code, stdout }).toEqual({
      code: 13,
      stdout: [
        "issue: compared all 3 rows of the source with 3 of the target, 2 differ.",
        '  a: lacks "l2" in "issue_labels"',
        '  c: points to "l3" in "issue_labels" only',
        "",
      ].join("\n"),
    });
  });

  test("finds rows that are there twice, and a file that is gone", async () => {
    const { url } = await folder.startPlain(3);
    await folder.run("pull", url, "--sync", "dataset");
    const file = folder.at("dataset", "issue.parquet");
    const twice = `copy (select i.* from '${file}' i, generate_series(1, 2)) to '${file}2' (format parquet)`;
    await readDuckdb(twice);
    await rename(`${file}2`, file);
    const verify = () => folder.run("sync", "verify", url, "dataset");
    expect(await verify()).toMatchObject({
      code: 13,
      stdout: expect.stringContaining(
        "3 rows of the source with 6 of the target, 3 differ.\n  i0000: is in the target 2 times\n",
      ),
    });
    await rm(file);
    expect(await verify()).toMatchObject({
      code: 7,
      stderr: expect.stringContaining("does not exist. Run wellhead pull"),
    });
  });

  test.each([
    [["compare", "http://127.0.0.1:1", "t.sqlite"], 'expected wellhead sync verify, got "compare"'],
    [["verify", "http://127.0.0.1:1"], "expected wellhead sync verify <url> <target>"],
    [["verify", "http://127.0.0.1:1", "t.sqlite"], "nothing has been synchronized into it"],
    [["verify", "http://127.0.0.1:1", "t.sqlite", "--full"], '"--full" is not known'],
  ])("refuses %j", async (words, message) => {
    expect(await folder.run("sync", ...words)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(message),
    });
  });
});
